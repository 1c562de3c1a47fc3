import type { Cart } from "@/features/cart";
import { CartLineRow, LineList, type RemovedLines } from "@/features/cart/parts";
import { cartLineFacts, commonDelivery } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";

/** The lines with their amounts, and once what all of them say about delivery. */
export function CartLines(props: { cart: Cart | null; removed: RemovedLines }) {
  const { t, locale } = useTexts();
  const delivery = props.cart && commonDelivery(props.cart, t, locale);
  return (
    <>
      <LineList {...props}>
        {(line, onRemoved) => (
          <CartLineRow
            key={line.id}
            line={line}
            facts={cartLineFacts(line, t, locale, delivery ?? "")}
            form="full"
            chooseSeats={t("LANG_CHECKOUT_SEATS_CHOOSE")}
            onRemoved={onRemoved}
          />
        )}
      </LineList>
      {delivery && <p className="mb-4 text-sm text-ink-soft">{delivery}</p>}
    </>
  );
}
