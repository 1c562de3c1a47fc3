import type { Estimate } from "@/generated/features/checkout/api/checkout";
import type { Locale } from "@/lib/languages";
import type { Translate } from "@/lib/texts/i18n";
import type { Plain } from "@/lib/wire/plain";
import { dateMedium } from "@/lib/time/dates";

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
