import { useId, useRef, useState } from "react";
import { enterCode, type Discount } from "@/features/cart/api/discount";
import { answerGate } from "@/features/cart/model/gate-memory";
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { Dialog } from "@/ui/dialog/dialog";
import { DialogDone, DialogForm } from "@/ui/dialog/dialog-form";

const LONGEST = 40;

export const discountDialog = (onAnswer: (found: Discount | null) => void) => <DiscountDialog onAnswer={onAnswer} />;

/** The gate (catalogue §2): a right code, or on without one. */
function DiscountDialog({ onAnswer }: { onAnswer: (found: Discount | null) => void }) {
  const { t } = useOverlayTexts();
  const page = useShopPage();
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<LangKey | OverlayKey | null>(null);
  const [found, setFound] = useState<Discount | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const submit = async () => {
    setProblem(null);
    setChecking(true);
    const answer = await enterCode(page.restUrl, field.current?.value ?? "");
    setChecking(false);
    if (typeof answer !== "string") {
      answerGate(page.shopSlug, "entered");
      setFound(answer);
      return;
    }
    setProblem(answer);
    field.current?.select();
    field.current?.focus();
  };

  return (
    <Dialog title={t("LANG_DISCOUNT_TITLE")} text={t("LANG_DISCOUNT_TEXT")} onCancel={() => onAnswer(found)}>
      {found ? (
        <DialogDone text={t("LANG_DISCOUNT_APPLIED", { percent: found.percent })} onDone={() => onAnswer(found)} />
      ) : (
        <DialogForm
          submit={t("LANG_DISCOUNT_SUBMIT")}
          cancel={t("LANG_DISCOUNT_WITHOUT")}
          busy={checking && t("LANG_DISCOUNT_CHECKING")}
          onSubmit={() => void submit()}
          onCancel={() => onAnswer(null)}
        >
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-code`} className="text-sm font-[600]">
              {t("LANG_DISCOUNT_CODE")}
            </label>
            <input
              ref={field}
              id={`${id}-code`}
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={LONGEST}
              required
              className="h-12 rounded-control rule bg-paper px-3 uppercase"
              aria-invalid={problem !== null}
              aria-describedby={problem ? `${id}-problem` : undefined}
            />
            <div id={`${id}-problem`} role="alert" className="min-h-6 text-sm font-[600] text-danger">
              {problem && t(problem)}
            </div>
          </div>
        </DialogForm>
      )}
    </Dialog>
  );
}
