import type { Cart } from "@/features/cart";
import { CartLineRow, LineList, type RemovedLines } from "@/features/cart/parts";
import { cartLineFacts } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";

/** The lines with their amounts. */
export function CartLines(props: { cart: Cart | null; removed: RemovedLines }) {
  const { t, locale } = useTexts();
  return (
    <LineList {...props}>
      {(line, onRemoved) => (
        <CartLineRow
          key={line.id}
          line={line}
          facts={cartLineFacts(line, t, locale)}
          form="full"
          chooseSeats={t("LANG_CHECKOUT_SEATS_CHOOSE")}
          onRemoved={onRemoved}
        />
      )}
    </LineList>
  );
}
