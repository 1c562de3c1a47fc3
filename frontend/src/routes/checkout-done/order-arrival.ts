import { arrivalText } from "@/features/checkout";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { Locale } from "@/lib/languages";
import type { Translate } from "@/lib/texts/i18n";
import type { Plain } from "@/lib/wire/plain";

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
