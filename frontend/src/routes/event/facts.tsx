import { paths } from "@/lib/paths";
import { isComing, isFree, isOpen, statusText } from "@/features/events";
import { clockOf, dateAndTime, dateLong, dateMedium, dateParts, noted, timeOf } from "@/lib/time/dates";
import type { Locale } from "@/lib/languages";
import { useTexts, type Translate } from "@/lib/texts/i18n";
import { BUTTON, ON_HERO } from "@/ui/button";
import { DocumentLink, Link } from "@/ui/link";
import { Price } from "@/ui/price";
import type { EventData } from "./event-data";

const BIG = `${BUTTON} ${ON_HERO} mt-4 w-full`;
const DAY_MS = 86_400_000;
const STANDING = "display mt-3 text-3xl";

/** "Sonntag"; of a show that begins after midnight "Nacht von Samstag auf Sonntag". */
function weekdayIn(
  { beginsAfterMidnight, happeningFrom, venue: { timeZone } }: EventData,
  t: Translate,
  locale: Locale,
): string {
  const weekdayOf = (moment: string) => dateParts(moment, locale, timeZone).weekday;
  const weekday = weekdayOf(happeningFrom);
  if (!beginsAfterMidnight) return weekday;
  const before = weekdayOf(new Date(Date.parse(happeningFrom) - DAY_MS).toISOString());
  return t("LANG_EVENT_NIGHT", { before, weekday });
}

/** Date, times and place in the first view. */
export function EventFacts({ event }: { event: EventData }) {
  const { t, locale } = useTexts();
  const { address, timeZone } = event.venue;
  const clock = clockOf(event.venue);
  const date = dateParts(event.happeningFrom, locale, timeZone);
  const timeAt = (iso: string) => t("LANG_EVENT_TIME", { time: timeOf(iso, timeZone) });
  const times: [string, string][] = [];
  if (event.doorTime) times.push([t("LANG_EVENT_DOORS"), timeAt(event.doorTime)]);
  times.push([t("LANG_EVENT_START"), timeAt(event.happeningFrom)]);
  if (event.stageTime) times.push([t("LANG_EVENT_STAGE"), timeAt(event.stageTime)]);
  if (event.happeningUntil) times.push([t("LANG_EVENT_END"), timeAt(event.happeningUntil)]);
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-6">
      {event.meta.hideDate ? (
        <p className="display text-3xl">{t("LANG_EVENT_DATE_TBA")}</p>
      ) : (
        <time dateTime={event.happeningFrom} className="figures flex items-end gap-4">
          <span className="display text-poster">{date.day}</span>
          <span className="flex flex-col pb-2 md:pb-6">
            <span className="text-lg">{weekdayIn(event, t, locale)}</span>
            <span className="display text-3xl">{date.month}</span>
            <span className="display text-3xl">{date.year}</span>
          </span>
        </time>
      )}
      <div className="pb-2 md:pb-6">
        {event.movedFrom && !event.meta.hideDate && (
          <p className="figures mb-3">
            {t("LANG_EVENT_MOVED_FROM", { date: dateLong(event.movedFrom, locale, timeZone) })}
          </p>
        )}
        <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {!event.meta.hideDate &&
            times.map(([label, value], place) => (
              <div key={label} className="contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="font-[650]">{value}</dd>
                {clock && place === times.length - 1 && <dd className="col-start-2 text-ink-soft">{clock}</dd>}
              </div>
            ))}
          <dt className="text-ink-soft">{t("LANG_EVENT_PLACE")}</dt>
          <dd>
            <span className="block font-[650]">{event.venue.name}</span>
            {address.address && <span className="block">{address.address}</span>}
            <span className="block">
              {address.postCode} {address.city}
            </span>
          </dd>
        </dl>
        {!event.meta.hideDate && isComing(event) && (
          <DocumentLink
            to={paths.eventCalendar(event.slug, locale)}
            className="inline-flex min-h-11 items-center underline hover:no-underline"
          >
            {t("LANG_EVENT_CALENDAR")}
          </DocumentLink>
        )}
      </div>
    </div>
  );
}

/**
 * What phones have before the picture: when, for how much, and the way to the tickets or why there are none. Wide
 * screens have the way alone, where it leads past the facts to a map.
 */
export function EventSummary({ event, leads = false }: { event: EventData; leads?: boolean }) {
  const { t, locale } = useTexts();
  const { doorTime, happeningFrom } = event;
  const { timeZone } = event.venue;
  const time = noted(t("LANG_EVENT_TIME", { time: timeOf(doorTime ?? happeningFrom, timeZone) }), event.venue);
  return (
    <div className={`figures ${leads ? "" : "md:hidden"}`}>
      <p className="md:hidden">
        {!event.meta.hideDate && (
          <span className="block">
            {weekdayIn(event, t, locale)}, {dateMedium(happeningFrom, locale, timeZone)} ·{" "}
            <span className="whitespace-nowrap">
              {t(doorTime ? "LANG_EVENT_DOORS" : "LANG_EVENT_START")} {time}
            </span>
          </span>
        )}
        {event.ticketState === "ON_SALE" && !isFree(event) && (
          <span className="block">
            <Price value={event.priceLow} from={event.priceLow !== event.priceHigh} className="text-xl" />{" "}
            <span className="text-xs">{t("LANG_PRICE_INCL_FEES")}</span>
          </span>
        )}
      </p>
      {isOpen(event) ? (
        <a href="#tickets" className={`${BIG} md:w-auto`}>
          {event.ticketState === "EXTERNAL" ? t("LANG_EVENTS_TITLE") : t("LANG_TICKET_CHOOSE")}
        </a>
      ) : (
        <Standing event={event} />
      )}
    </div>
  );
}

/** Why there are no tickets to choose, and what can be done instead. */
function Standing({ event }: { event: EventData }) {
  const { t, locale } = useTexts();
  const { presaleAt, slug, status, ticketState, tours, venue } = event;
  const [tour] = tours;
  // The page's head says it already.
  const told = ticketState === status;
  if (ticketState === "BEFORE_PRESALE") {
    return (
      <>
        <p className={STANDING}>{t("LANG_TICKET_BEFORE_TITLE")}</p>
        {presaleAt && (
          <>
            <p>{t("LANG_TICKET_BEFORE_TEXT", dateAndTime(presaleAt, locale, venue))}</p>
            <DocumentLink to={paths.presaleCalendar(slug, locale)} className={BIG}>
              {t("LANG_TICKET_BEFORE_CALENDAR")}
            </DocumentLink>
          </>
        )}
      </>
    );
  }
  return (
    <>
      {!told && <p className={STANDING}>{statusText(event, t, locale)}</p>}
      {tour && (
        <Link to={paths.tour(tour.slug)} className={BIG}>
          {t("LANG_EVENT_TOUR")}
        </Link>
      )}
    </>
  );
}
