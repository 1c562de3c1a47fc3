import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { LangKey } from "@/generated/lang-keys";
import type { CartLine } from "@/features/cart";
import { seatText } from "@/features/cart/parts";
import { dateLong, dateMedium, isDate, timeOf } from "@/lib/dates";
import type { Translate } from "@/lib/i18n";
import type { Locale } from "@/lib/shop-data";

/** What a line says about itself, in the cart as in the order (its essential characteristics, § 312j BGB). */
export interface LineFacts {
  id: string;
  imageUrl: string;
  artist: string;
  name: string;
  /** "Block A, Reihe 7, Platz 12", "" for what has none */
  seat: string;
  /** variant, colour, date and place, personalisation */
  facts: readonly string[];
  /** when it ships; "" for what is not sent */
  delivery: string;
  /** why it cannot be bought as it is; "" = it can */
  trouble: string;
  amount: number;
  price: string;
  total: string;
  part: boolean;
}

const TROUBLES: Record<NonNullable<CartLine["problem"]>, LangKey> = {
  not_for_sale: "LANG_CHECKOUT_LINE_INVALIDATED",
  seat_missing: "LANG_CHECKOUT_LINE_SEATMISSING",
};

const present = (values: readonly (string | null | false | undefined)[]): string[] => values.filter((v): v is string => !!v);
const personal = (text: string, t: Translate) => text && t("LANG_CHECKOUT_PERSONALISED", { text });

export function cartLineFacts(line: CartLine, t: Translate, locale: Locale): LineFacts {
  return {
    id: line.id,
    imageUrl: line.imageUrl,
    artist: line.artistName,
    name: line.productName,
    seat: line.seat ? seatText(line.seat, t) : "",
    facts: present([
      line.pricingCategoryName,
      line.productVariantDescription,
      line.productColor,
      line.eventDate && `${dateLong(line.eventDate, locale)}, ${t("LANG_EVENT_TIME", { time: timeOf(line.eventDate) })}`,
      line.venueName,
      personal(line.personalIdentifier, t),
    ]),
    delivery: deliveryOf(line.physical, line.shippableFrom, t, locale),
    trouble: line.problem ? t(TROUBLES[line.problem]) : "",
    amount: line.amount,
    price: line.price,
    total: line.totalSum,
    part: line.parentId !== null,
  };
}

export function orderLineFacts(line: OrderData["items"][number], t: Translate, locale: Locale): LineFacts {
  return {
    id: line.id,
    imageUrl: line.imageUrl,
    artist: line.artistName,
    name: line.descriptiveName,
    seat: line.seat ? seatText(line.seat, t) : "",
    facts: present([line.pricingCategoryName, line.variantDescription, line.eventDetails, personal(line.personalIdentifier, t)]),
    delivery: isDate(line.shippableFrom) ? t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(line.shippableFrom, locale) }) : "",
    trouble: "",
    amount: line.amount,
    price: line.price,
    total: line.total,
    part: line.parentId !== null,
  };
}

function deliveryOf(physical: boolean, from: string | null, t: Translate, locale: Locale): string {
  if (!physical) return t("LANG_CHECKOUT_DELIVERY_MAIL");
  return isDate(from) ? t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(from, locale) }) : t("LANG_CHECKOUT_DELIVERY_DAYS");
}
