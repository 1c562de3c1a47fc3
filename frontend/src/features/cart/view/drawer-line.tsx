import { holderName } from "@/features/cart/model/asked-holder";
import type { CartLine } from "@/features/cart/model/cart";
import { CartLineRow } from "@/features/cart/view/cart-line-row";
import { lineFacts } from "@/features/cart/view/line-facts";
import { dateMedium } from "@/lib/time/dates";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";

interface Props {
  line: CartLine;
  fresh: boolean;
  onFollow: () => void;
  onRemoved: () => void;
}

/** A line of the cart in its drawer, in few words. */
export function DrawerLine({ line, fresh, onFollow, onRemoved }: Props) {
  const { t, locale } = useOverlayTexts();
  const facts = lineFacts(line, t, {
    date: line.eventDate && dateMedium(line.eventDate, locale, line.timeZone),
    personal: line.ticket ? holderName(line.personalIdentifier) : line.personalIdentifier,
    shipping: line.shippableFrom ? t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(line.shippableFrom, locale) }) : "",
    trouble: { not_for_sale: t("LANG_CART_LINE_INVALIDATED"), seat_missing: t("LANG_CART_LINE_SEATMISSING") },
  });
  return (
    <CartLineRow
      line={line}
      facts={facts}
      form="drawer"
      chooseSeats={t("LANG_CART_LINE_SEATS")}
      fresh={fresh}
      onFollow={onFollow}
      onRemoved={onRemoved}
    />
  );
}
