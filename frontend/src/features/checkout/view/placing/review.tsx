import type { ReactNode } from "react";
import { paths } from "@/lib/paths";
import { orderedLines, type Cart } from "@/features/cart";
import { DiscountNote, LineView, PaymentCodeNote, WithdrawalNote } from "@/features/cart/parts";
import { cartLineFacts, commonDelivery } from "@/features/checkout/view/line-facts";
import { GoodsNotice } from "@/features/checkout/view/placing/goods-notice";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

interface Props {
  cart: Cart;
  /** what it all costs */
  totals: ReactNode;
  /** why it was not ordered */
  trouble: ReactNode;
  isFree: boolean;
  isPlacing: boolean;
  /** said meanwhile */
  placing: string;
}

/** The lines, the total, and directly below them the one button that buys (§ 312j BGB). */
export function Review({ cart, totals, trouble, isFree, isPlacing, placing }: Props) {
  const { t, locale } = useTexts();
  const delivery = commonDelivery(cart, t, locale);
  return (
    <section aria-labelledby="lines" className="mt-10">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="lines" className="display text-2xl">
          {t("LANG_CHECKOUT_SUMMARY")}
        </h2>
        <Link to={paths.checkout()} className="inline-flex min-h-11 items-center text-sm underline hover:no-underline">
          {t("LANG_CHECKOUT_EDIT_CART")}
        </Link>
      </div>
      <ul className="divide-y divide-hairline">
        {orderedLines(cart).map(({ line }) => (
          <LineView key={line.id} line={cartLineFacts(line, t, locale, delivery)} faded={line.invalidated} />
        ))}
      </ul>
      {delivery && <p className="mb-4 text-sm text-ink-soft">{delivery}</p>}
      <WithdrawalNote cart={cart} />
      {cart.items.some((line) => line.physical && !line.ticket) && <GoodsNotice />}
      <div className="rounded-card bg-surface p-5 md:p-6">
        {totals}
        <DiscountNote discount={cart.discount} />
        <PaymentCodeNote code={cart.paymentCode} />
        {trouble}
        <Button type="submit" className="mt-5 w-full normal-case" aria-disabled={isPlacing} aria-busy={isPlacing}>
          {t(isFree ? "LANG_CHECKOUT_BUTTON_FREE" : "LANG_CHECKOUT_BUTTON")}
        </Button>
      </div>
      <p role="status" className="mt-3 min-h-6 text-center text-sm">
        {isPlacing && placing}
      </p>
    </section>
  );
}
