import type { Estimate, OrderData } from "@/generated/features/checkout/api/checkout";
import type { Locale } from "@/lib/languages";
import type { Translate } from "@/lib/texts/i18n";
import type { Plain } from "@/lib/wire/plain";
import { dateMedium } from "@/lib/time/dates";

/** Of an order: that the days count from a payment is told as what has happened, and nothing once a parcel has left. */
export function orderArrivalText(
  order: Plain<Pick<OrderData, "paymentReceived" | "parcels" | "shippingMethod">>,
  t: Translate,
  locale: Locale,
): string {
  const estimate = order.shippingMethod?.estimate ?? null;
  if (order.parcels.some(({ state }) => state !== "open" && state !== "packed")) return "";
  if (!order.paymentReceived || estimate?.daysFrom == null || estimate.daysUntil === null)
    return arrivalText(estimate, t, locale);
  return t("LANG_ORDER_ARRIVES_DAYS", { first: estimate.daysFrom, last: estimate.daysUntil });
}

/** When the goods arrive: in working days within Germany, else between two dates (purchase §9). */
export function arrivalText(estimate: Plain<Estimate> | null, t: Translate, locale: Locale): string {
  if (!estimate) return "";
  const { daysFrom, daysUntil, arrivesFrom, arrivesUntil } = estimate;
  if (daysFrom !== null && daysUntil !== null)
    return t("LANG_CHECKOUT_ARRIVES_DAYS", { first: daysFrom, last: daysUntil });
  return t("LANG_CHECKOUT_ARRIVES_DATES", {
    first: dateMedium(arrivesFrom, locale),
    last: dateMedium(arrivesUntil, locale),
  });
}
