import { tagOf, type Locale } from "@/lib/languages";

/** "DE02 1203 0000 0000 2020 51" */
export const groupIban = (iban: string): string => (iban.replace(/\s/g, "").match(/.{1,4}/g) ?? []).join(" ");

/** "19.00" → "19 %", "7.50" → "7,5 %" or "7.5 %" */
export const formatRate = (rate: string, locale: Locale): string =>
  `${Number(rate).toLocaleString(tagOf(locale), { maximumFractionDigits: 2 })}\u00a0%`;
