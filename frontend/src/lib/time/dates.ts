import type { Locale } from "@/lib/shop-data";

/** Shows happen where the shop is; every time is shown in the venue's zone. */
const ZONE = "Europe/Berlin";
const TAGS: Record<Locale, string> = { de: "de-DE", en: "en-GB" };

const formats = new Map<string, Intl.DateTimeFormat>();

function part(iso: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale}${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(TAGS[locale], { timeZone: ZONE, ...options });
    formats.set(key, format);
  }
  // A plain date means that day, whatever the zone.
  return format.format(new Date(iso.length === 10 ? `${iso}T12:00:00Z` : iso));
}

export interface DateParts {
  /** "7" */
  day: string;
  /** "März" */
  month: string;
  /** "Mär": the long name's first three letters */
  monthShort: string;
  year: string;
  /** "Freitag" */
  weekday: string;
  /** "Fr", "Fri" */
  weekdayShort: string;
  /** "20:00" */
  time: string;
}

export function dateParts(iso: string, locale: Locale): DateParts {
  const month = part(iso, locale, { month: "long" });
  const weekday = part(iso, locale, { weekday: "long" });
  return {
    day: part(iso, "en", { day: "numeric" }),
    month,
    monthShort: month.slice(0, 3),
    year: part(iso, locale, { year: "numeric" }),
    weekday,
    weekdayShort: weekday.slice(0, locale === "de" ? 2 : 3),
    time: part(iso, "de", { hour: "2-digit", minute: "2-digit" }),
  };
}

/** "Freitag, 7. März 2027", "Friday, 7 March 2027" */
export function dateLong(iso: string, locale: Locale): string {
  const { weekday, day, month, year } = dateParts(iso, locale);
  return locale === "de" ? `${weekday}, ${day}. ${month} ${year}` : `${weekday}, ${day} ${month} ${year}`;
}

/** "7. März 2027", "7 March 2027" */
export function dateMedium(iso: string, locale: Locale): string {
  const { day, month, year } = dateParts(iso, locale);
  return locale === "de" ? `${day}. ${month} ${year}` : `${day} ${month} ${year}`;
}

export const timeOf = (iso: string): string => dateParts(iso, "de").time;

const DAY_MS = 86_400_000;

/** The day of a moment where the shop is: "2027-03-07" */
export const dayOf = (moment: Date): string => moment.toLocaleDateString("sv-SE", { timeZone: ZONE });

/** By the calendar: 0 today, 1 tomorrow, below 0 on days that are past. */
export const daysUntil = (iso: string, now: number): number =>
  (Date.parse(dayOf(new Date(iso))) - Date.parse(dayOf(new Date(now)))) / DAY_MS;

/** The value 0000-00-00 of imported tours means none. */
export const isDate = (value: string | null | undefined): value is string => !!value && !value.startsWith("0000");
