import { tagOf, type Locale } from "@/lib/languages";

/** The shop's; what belongs to an event is shown on the clock of its venue. */
const ZONE = "Europe/Berlin";
/** Writes days as "5" and "2027-03-05", and times as "20:00", like tickets in every language. */
const PLAIN = "sv-SE";

const known = new Map<string, boolean>();

/** Browsers have lists of zones of their own age, and throw for what is not in theirs. */
function knows(timeZone: string): boolean {
  let answer = known.get(timeZone);
  if (answer === undefined) {
    try {
      new Intl.DateTimeFormat("en", { timeZone });
      answer = true;
    } catch {
      answer = false;
    }
    known.set(timeZone, answer);
  }
  return answer;
}

const shown = (zone: string): string => (knows(zone) ? zone : ZONE);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: Locale, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + zone + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(tagOf(locale), { timeZone: shown(zone), ...options });
    formats.set(key, format);
  }
  return format;
}

// A plain date means that day, whatever the zone.
const momentOf = (iso: string): Date => new Date(iso.length === 10 ? `${iso}T12:00:00Z` : iso);

const part = (iso: string, locale: Locale, zone: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf(locale, zone, options).format(momentOf(iso));

const DAY_AND_MONTH = { day: "numeric", month: "long" } as const;
/** What the long name begins with, as it fits a ticket. */
const shortened = (month: string): string => month.slice(0, 3);

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

export function dateParts(iso: string, locale: Locale, zone = ZONE): DateParts {
  const month = part(iso, locale, zone, { month: "long" });
  return {
    day: part(iso, PLAIN, zone, { day: "numeric" }),
    month,
    monthShort: shortened(month),
    year: part(iso, locale, zone, { year: "numeric" }),
    weekday: part(iso, locale, zone, { weekday: "long" }),
    weekdayShort: part(iso, locale, zone, { weekday: "short" }),
    time: timeOf(iso, zone),
  };
}

/** "Freitag, 7. März 2027", "Friday, 7 March 2027" */
export const dateLong = (iso: string, locale: Locale, zone?: string): string =>
  `${dateParts(iso, locale, zone).weekday}, ${dateMedium(iso, locale, zone)}`;

/** "7. März 2027", "7 March 2027" */
export const dateMedium = (iso: string, locale: Locale, zone = ZONE): string =>
  part(iso, locale, zone, { ...DAY_AND_MONTH, year: "numeric" });

/** "7. Mär", "7 Mar" */
export const dayAndMonth = (iso: string, locale: Locale, zone = ZONE): string =>
  formatOf(locale, zone, DAY_AND_MONTH)
    .formatToParts(momentOf(iso))
    .map(({ type, value }) => (type === "month" ? shortened(value) : value))
    .join("");

export const timeOf = (iso: string, zone = ZONE): string =>
  part(iso, PLAIN, zone, { hour: "2-digit", minute: "2-digit" });

/** Whose clock times at a place are shown on, where that is to be said: "Ortszeit London". */
export const clockOf = ({ timeZone, timeZoneNote }: Place): string =>
  timeZoneNote && !knows(timeZone) ? ZONE : timeZoneNote;

/** "20:00 Uhr (Ortszeit London)", "20:00 Uhr" where the shop's clock shows the same. */
export function noted(text: string, place: Place): string {
  const clock = clockOf(place);
  return clock ? `${text} (${clock})` : text;
}

/** Where an event is, as its venue says it. */
interface Place {
  timeZone: string;
  timeZoneNote: string;
}

/** For sentences like "am {date} um {time} Uhr". */
export const dateAndTime = (iso: string, locale: Locale, place: Place): { date: string; time: string } => ({
  date: noted(dateLong(iso, locale, place.timeZone), place),
  time: timeOf(iso, place.timeZone),
});

const DAY_MS = 86_400_000;

/** The day of a moment where the shop is, or in a zone: "2027-03-07" */
export const dayOf = (moment: Date, zone = ZONE): string => moment.toLocaleDateString(PLAIN, { timeZone: shown(zone) });

/** By the calendar: 0 today, 1 tomorrow, below 0 on days that are past. */
export const daysUntil = (iso: string, now: number, zone?: string): number =>
  (Date.parse(dayOf(new Date(iso), zone)) - Date.parse(dayOf(new Date(now), zone))) / DAY_MS;
