import { useId, useRef, useState } from "react";
import { enterCode, type Discount } from "@/features/cart/api/discount";
import { answerGate } from "@/features/cart/model/gate-memory";
import { atField } from "@/lib/sending/refusal";
import { useAction } from "@/lib/sending/use-action";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { Dialog } from "@/ui/dialog/dialog";
import { CodeField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";
import { DialogDone, DialogForm } from "@/ui/dialog/dialog-form";

const LONGEST = 40;

export const discountDialog = (onAnswer: (found: Discount | null) => void) => <DiscountDialog onAnswer={onAnswer} />;

/** The gate (catalogue §2): a right code, or on without one. */
function DiscountDialog({ onAnswer }: { onAnswer: (found: Discount | null) => void }) {
  const { t } = useOverlayTexts();
  const page = useShopPage();
  const [found, setFound] = useState<Discount | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { send } = useAction(enterCode, (discount) => {
    answerGate(page.shopSlug, "entered");
    setFound(discount);
  });
  const form = useForm({
    start: { code: "" },
    check: () => [],
    idOf: () => `${id}-code`,
    send: async ({ code }) => {
      const refusal = await send(code);
      if (refusal) field.current?.select();
      return atField(refusal, "code");
    },
  });

  return (
    <Dialog
      title={t("LANG_DISCOUNT_TITLE")}
      text={t("LANG_DISCOUNT_TEXT")}
      cross={t("LANG_ALLG_CLOSE")}
      onCancel={() => onAnswer(found)}
    >
      {found ? (
        <DialogDone text={t("LANG_DISCOUNT_APPLIED", { percent: found.percent })} onDone={() => onAnswer(found)} />
      ) : (
        <DialogForm
          form={form}
          submit={t("LANG_DISCOUNT_SUBMIT")}
          cancel={t("LANG_DISCOUNT_WITHOUT")}
          busy={t("LANG_DISCOUNT_CHECKING")}
          onCancel={() => onAnswer(null)}
        >
          <CodeField
            ref={field}
            {...form.text("code")}
            className="[&_input]:uppercase"
            label={t("LANG_DISCOUNT_CODE")}
            maxLength={LONGEST}
            required
          />
        </DialogForm>
      )}
    </Dialog>
  );
}
