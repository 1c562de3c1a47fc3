import { useId, useRef, useState } from "react";
import { enterCode, type Discount } from "@/features/cart/api/discount";
import { answerGate } from "@/features/cart/model/gate-memory";
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import { useOverlayTexts } from "@/lib/overlay-texts";
import type { ShopPage } from "@/lib/shop-data";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

const LONGEST = 40;

export const discountDialog = (page: ShopPage, onAnswer: (found: Discount | null) => void) => <DiscountDialog page={page} onAnswer={onAnswer} />;

/** The gate (catalogue §2): a right code, or on without one. */
function DiscountDialog({ page, onAnswer }: { page: ShopPage; onAnswer: (found: Discount | null) => void }) {
  const { t } = useOverlayTexts();
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<LangKey | OverlayKey | null>(null);
  const [found, setFound] = useState<Discount | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const submit = async () => {
    if (checking) return;
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
    <Dialog title={t("LANG_DISCOUNT_TITLE")} text={t("LANG_DISCOUNT_TEXT", { shop: page.shop.name })} onCancel={() => onAnswer(found)}>
      {found ? (
        <div className="mt-5">
          <p role="status" className="mb-5 rounded-card border-2 border-positive px-4 py-3 font-[600] text-positive">
            {t("LANG_DISCOUNT_APPLIED", { percent: found.percent })}
          </p>
          <Button ref={(button) => button?.focus()} onClick={() => onAnswer(found)}>
            {t("LANG_ALLG_OK")}
          </Button>
        </div>
      ) : (
        <form
          noValidate
          className="mt-5 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
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
          <div className="flex flex-wrap gap-3">
            <Button type="submit" aria-disabled={checking} aria-busy={checking}>
              {t("LANG_DISCOUNT_SUBMIT")}
            </Button>
            <Button look="plain" onClick={() => onAnswer(null)}>
              {t("LANG_DISCOUNT_WITHOUT")}
            </Button>
          </div>
          <p role="status" className="sr-only">
            {checking && t("LANG_DISCOUNT_CHECKING")}
          </p>
        </form>
      )}
    </Dialog>
  );
}
