import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { Cart, CartLine } from "@/features/cart";
import { holderText, lineFacts, seatText, type LineFacts } from "@/features/cart/parts";
import { dateMedium, noted, timeOf } from "@/lib/time/dates";
import { divide, sum } from "@/lib/money";
import type { Translate } from "@/lib/texts/i18n";
import type { Locale } from "@/lib/languages";

interface Personal {
  ticket: boolean;
  personalIdentifier: string;
}

function personal({ ticket, personalIdentifier: text }: Personal, t: Translate): string {
  if (!text) return "";
  return ticket ? t("LANG_CHECKOUT_HOLDER", { name: holderText(text) }) : t("LANG_CHECKOUT_PERSONALISED", { text });
}

/** `once`: a delivery time that is said for the whole cart, and not again at the line. */
export function cartLineFacts(line: CartLine, t: Translate, locale: Locale, once = ""): LineFacts {
  const delivery = cartDelivery(line, t, locale);
  return lineFacts(line, t, {
    colour: line.productColor,
    date:
      line.eventDate &&
      noted(`${line.eventDay}, ${t("LANG_EVENT_TIME", { time: timeOf(line.eventDate, line.timeZone) })}`, line),
    personal: personal(line, t),
    delivery: delivery === once ? "" : delivery,
    trouble: { not_for_sale: t("LANG_CHECKOUT_LINE_INVALIDATED"), seat_missing: t("LANG_CHECKOUT_LINE_SEATMISSING") },
  });
}

/** The delivery time of all that is sent, or of all if nothing is; "" where lines differ, or for a single line. */
export function commonDelivery({ items, physical }: Cart, t: Translate, locale: Locale): string {
  const [first = "", ...others] = items
    .filter((line) => line.physical === physical)
    .flatMap((line) => cartDelivery(line, t, locale) || []);
  return others.length > 0 && others.every((other) => other === first) ? first : "";
}

type OrderLine = OrderData["items"][number];

/** `parts`: of its bundle, whose prices it absorbs. */
export function orderLineFacts(line: OrderLine, parts: readonly OrderLine[], t: Translate, locale: Locale): LineFacts {
  const total = sum([line.total, ...parts.map((part) => part.total)]);
  return {
    id: line.id,
    imageUrl: line.imageUrl,
    artist: line.artistName,
    name: line.descriptiveName,
    seat: line.seat ? seatText(line.seat, t) : "",
    facts: [line.pricingCategoryName, line.variantDescription, line.eventDetails, personal(line, t)].filter(Boolean),
    delivery: line.shippableFrom ? t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(line.shippableFrom, locale) }) : "",
    trouble: line.eventNews,
    amount: line.amount,
    price: parts.length > 0 ? divide(total, line.amount) : line.price,
    total,
    part: line.parentId !== null,
  };
}

function cartDelivery({ parentId, physical, shippableFrom: from }: CartLine, t: Translate, locale: Locale): string {
  // A bundle says for its parts when it is sent, but for one that comes later.
  if (parentId !== null && physical && !from) return "";
  if (!physical) return t("LANG_CHECKOUT_DELIVERY_MAIL");
  return from ? t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(from, locale) }) : t("LANG_CHECKOUT_DELIVERY_DAYS");
}
