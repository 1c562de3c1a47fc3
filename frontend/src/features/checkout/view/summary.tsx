import { orderedLines, type Cart } from "@/features/cart";
import { LineView } from "@/features/cart/parts";
import { cartLineFacts } from "@/features/checkout/view/line-facts";
import { Totals } from "@/features/checkout/view/totals";
import { useTexts } from "@/lib/texts/i18n";

/** The cart in short: beside the steps on wide screens, behind the total on phones. */
export function Summary({ cart, lines }: { cart: Cart; lines: boolean }) {
  const { t, locale } = useTexts();
  return (
    <>
      {lines && (
        <ul className="-mt-3 mb-3 divide-y divide-hairline">
          {orderedLines(cart).map(({ line }) => (
            <LineView key={line.id} form="small" line={cartLineFacts(line, t, locale)} />
          ))}
        </ul>
      )}
      <CartTotals cart={cart} />
    </>
  );
}

export function CartTotals({ cart }: { cart: Cart }) {
  return (
    <Totals
      subtotal={cart.checkoutSubtotal}
      discount={cart.discount?.standing === "applied" ? cart.discount : null}
      shipping={cart.physical ? (cart.shipping ?? "open") : null}
      total={cart.totalPlusShipping}
      credit={cart.paymentCode?.amount}
      due={cart.totalDue}
      vat={cart.vat}
    />
  );
}
