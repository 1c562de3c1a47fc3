import { useEffect } from "react";
import { paths } from "@/lib/paths";
import { useCartApi } from "@/features/cart/api/cart-context";
import { CartNotices } from "@/features/cart/view/cart-notices";
import { CreditBadge } from "@/features/cart/view/credit-badge";
import { DiscountPart } from "@/features/cart/view/discount-part";
import { DrawerLine } from "@/features/cart/view/drawer-line";
import { LineList } from "@/features/cart/view/line-list";
import { MinicartSkeleton } from "@/features/cart/view/minicart-skeleton";
import { MergeHelpLink } from "@/features/cart/view/merge-help-link";
import { PaymentCodeLine } from "@/features/cart/view/payment-code-line";
import { RelatedList } from "@/features/cart/view/related-list";
import { ReservationTimer } from "@/features/cart/view/reservation-timer";
import { useRemovedLines } from "@/features/cart/view/use-removed-lines";
import { WithdrawalNote } from "@/features/cart/view/withdrawal-note";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PLAIN, PRIMARY } from "@/ui/button";
import { DocumentLink, Link } from "@/ui/link";
import { NotLoaded } from "@/ui/page/not-loaded";
import { Price } from "@/ui/price";

/** What lies in the cart, what it costs, what goes with it, and the way on. */
export default function MinicartContent() {
  const { t } = useTexts();
  const { cart, status, refresh, minicart } = useCartApi();
  const removed = useRemovedLines();

  useEffect(() => {
    if (status === "unknown") void refresh().catch(() => undefined);
  }, [refresh, status]);

  if (status === "error") {
    return (
      <NotLoaded
        text={t("LANG_CART_ERROR_LOAD")}
        retry={() => void refresh().catch(() => undefined)}
        className="p-5 text-lg"
      />
    );
  }
  if (status !== "ready") return <MinicartSkeleton />;
  const lines = (
    <LineList cart={cart} removed={removed} onFollow={minicart.hide}>
      {(line, onRemoved) => (
        <DrawerLine
          key={line.id}
          line={line}
          fresh={cart?.newItemIds.includes(line.id) ?? false}
          onFollow={minicart.hide}
          onRemoved={onRemoved}
        />
      )}
    </LineList>
  );
  if (!cart || cart.items.length === 0) {
    return (
      <div className="flex flex-col items-start gap-6 p-5 pt-10">
        <CartNotices
          heading="h2"
          title={<p className="display text-3xl">{t("LANG_CART_EMPTY")}</p>}
          onFollow={minicart.hide}
        />
        {lines}
        <p className="text-ink-soft">{t("LANG_CART_EMPTY_HINT")}</p>
        <Link to={paths.categories()} className={`${BUTTON} ${PLAIN}`} onClick={minicart.hide}>
          {t("LANG_NAV_MERCH")}
        </Link>
      </div>
    );
  }
  return (
    <>
      <div className="grow overflow-y-auto overscroll-contain px-5">
        <CartNotices heading="h2" onFollow={minicart.hide} />
        {lines}
        <WithdrawalNote cart={cart} />
        <RelatedList cart={cart} onFollow={minicart.hide} />
      </div>
      <div className="rule-t flex shrink-0 flex-col gap-3 bg-surface p-5">
        <ReservationTimer />
        <DiscountPart discount={cart.discount} />
        {cart.paymentCode ? <PaymentCodeLine code={cart.paymentCode} /> : cart.takesPaymentCode && <CreditBadge />}
        <p className="flex items-baseline justify-between gap-4" aria-live="polite">
          <span>{t("LANG_CART_SUBTOTAL")}</span>
          <Price value={cart.discount?.reducedSubtotal ?? cart.checkoutSubtotal} className="text-2xl" />
        </p>
        <p className="text-xs text-ink-soft">
          {cart.physical ? t("LANG_CART_PLUS_SHIPPING") : t("LANG_CART_INCL_VAT")}
        </p>
        <DocumentLink to={paths.checkout()} className={`${BUTTON} ${PRIMARY} w-full`}>
          {t("LANG_CART_TO_CHECKOUT")}
        </DocumentLink>
        {cart.merging && <MergeHelpLink />}
      </div>
    </>
  );
}
