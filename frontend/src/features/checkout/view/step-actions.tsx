import { useId, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { ShopPath } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import { Summary } from "@/features/checkout/view/summary";
import { useTexts } from "@/lib/texts/i18n";
import { BottomBar } from "@/ui/page/bottom-bar";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { useMedia } from "@/ui/hooks/use-media";
import { Price } from "@/ui/price";
import { Sign } from "@/ui/sign";

/** Where the summary beside a step has room for its button. */
export const NEXT = "step-next";
const WIDE = "(width >= 64rem)";

interface Props {
  cart: Cart;
  back: { to: ShopPath; label: string };
  next: string;
  busy?: boolean;
  /** what keeps the shopper here; it stands where the button is */
  trouble?: string;
  /** without it the button sends the form around it */
  onNext?: () => void;
}

/**
 * Back and the step's one primary button. On phones a bar at the bottom edge that also holds the total; where there is
 * room and no form to fill in first, the button is in the summary, in the first view.
 */
export function StepActions({ cart, back, next, busy = false, trouble, onNext }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const wide = useMedia(WIDE);
  const [slot, setSlot] = useState<Element | null>(null);
  // oxlint-disable-next-line react/set-state-in-effect -- the slot is another component's, there once both are on the page
  useLayoutEffect(() => setSlot(wide && onNext ? document.getElementById(NEXT) : null), [onNext, wide]);
  const total = cart.physical && !cart.shipping ? t("LANG_CART_SUBTOTAL") : t("LANG_CHECKOUT_TOTAL");
  const button = (
    <Button
      type={onNext ? "button" : "submit"}
      className="min-w-0 grow max-sm:px-3 max-sm:text-lg lg:min-w-64 lg:grow-0"
      aria-disabled={busy}
      aria-busy={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onNext?.();
      }}
    >
      {next}
    </Button>
  );
  const told = trouble && (
    <p role="alert" className="mb-2 text-sm font-[600] text-danger">
      {trouble}
    </p>
  );
  const way = (
    <>
      <Sign name="left" /> <span className="underline group-hover:no-underline">{back.label}</span>
    </>
  );
  return (
    <>
      <Link to={back.to} className="group mt-6 inline-flex min-h-11 items-center gap-2 lg:hidden">
        {way}
      </Link>
      <BottomBar className="rule-t -mx-[1rem] mt-4 px-[1rem] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:mt-10 lg:border-0 lg:bg-transparent lg:p-0">
        {open && (
          <div id={id} className="max-h-[50svh] overflow-y-auto pt-3 pb-4 lg:hidden">
            <Summary cart={cart} lines />
          </div>
        )}
        {!slot && told}
        <div className="flex items-center justify-between gap-4">
          <button
            type="button"
            className="flex min-h-12 shrink-0 flex-col items-start justify-center text-left lg:hidden"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <span className="flex items-center gap-1.5 text-xs text-ink-soft">
              {total}
              <span aria-hidden="true" className={`inline-block transition-transform ${open ? "rotate-180" : ""}`}>
                ▴
              </span>
            </span>
            <Price value={cart.totalDue} className="text-xl" />
            <span className="sr-only">{t("LANG_CHECKOUT_SUMMARY_TOGGLE")}</span>
          </button>
          <Link to={back.to} className="group hidden min-h-11 items-center gap-2 lg:inline-flex">
            {way}
          </Link>
          {slot
            ? createPortal(
                <>
                  {told}
                  {button}
                </>,
                slot,
              )
            : button}
        </div>
      </BottomBar>
    </>
  );
}
