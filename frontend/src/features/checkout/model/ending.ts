import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { Locale } from "@/lib/shop-data";
import type { Translate } from "@/lib/texts/i18n";
import { dateLong, dateParts } from "@/lib/time/dates";

/** Until when an order that is not paid keeps what it holds; null where it does not end by itself. */
export function endText({ keptUntil, endsOn }: Pick<OrderData, "keptUntil" | "endsOn">, t: Translate, locale: Locale): string | null {
  if (keptUntil) return t("LANG_ORDER_KEPT", { time: dateParts(keptUntil, locale).time });
  return endsOn && t("LANG_ORDER_ENDS", { date: dateLong(endsOn, locale) });
}
