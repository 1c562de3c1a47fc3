import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { CartLine } from "@/features/cart";
import { holderText, lineFacts, seatText, type LineFacts } from "@/features/cart/parts";
import { dateLong, dateMedium, noted, timeOf } from "@/lib/time/dates";
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

export function cartLineFacts(line: CartLine, t: Translate, locale: Locale): LineFacts {
  return lineFacts(line, t, {
    colour: line.productColor,
    date:
      line.eventDate &&
      noted(
        `${dateLong(line.eventDate, locale, line.timeZone)}, ${t("LANG_EVENT_TIME", { time: timeOf(line.eventDate, line.timeZone) })}`,
        line,
      ),
    personal: personal(line, t),
    // A bundle says for its parts when it is sent, but for one that comes later.
    delivery:
      line.parentId !== null && line.physical && !line.shippableFrom
        ? ""
        : deliveryOf(line.physical, line.shippableFrom, t, locale),
    trouble: { not_for_sale: t("LANG_CHECKOUT_LINE_INVALIDATED"), seat_missing: t("LANG_CHECKOUT_LINE_SEATMISSING") },
  });
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

function deliveryOf(physical: boolean, from: string | null, t: Translate, locale: Locale): string {
  if (!physical) return t("LANG_CHECKOUT_DELIVERY_MAIL");
  return from ? t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(from, locale) }) : t("LANG_CHECKOUT_DELIVERY_DAYS");
}
