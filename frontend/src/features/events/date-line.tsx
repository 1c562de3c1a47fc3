import { EventLink } from "@/features/events/event-link";
import { isFree, isOpen, statusText } from "@/features/events/status";
import type { EventRow } from "@/generated/features/events/row";
import { dateParts, noted, timeOf } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";
import { Price } from "@/ui/price";
import { COVER } from "@/ui/link";

/** One line of a tour: weekday and date, the city big, the status and the price at the right edge. */
export function DateLine({ event }: { event: EventRow }) {
  const { t, locale } = useTexts();
  const { showEventDoorTime } = useShop().meta;
  const date = dateParts(event.happeningFrom, locale, event.venue.timeZone);
  const open = isOpen(event);
  return (
    <li className="rule-b group relative grid grid-cols-[4.25rem_1fr_auto] items-center gap-x-4 py-3 md:grid-cols-[10rem_1fr_auto] md:gap-x-8 md:py-4">
      {event.meta.hideDate ? (
        <span className="text-sm">{t("LANG_EVENT_DATE_TBA")}</span>
      ) : (
        <time dateTime={event.happeningFrom} className="figures flex flex-col md:flex-row md:items-baseline md:gap-3">
          <span className="display text-2xl md:text-3xl">{date.day}</span>
          <span className="text-sm md:whitespace-nowrap">
            {`${date.weekdayShort}, ${date.monthShort} ${date.year}`}
          </span>
        </time>
      )}
      <div className={`min-w-0 ${open ? "" : "text-ink-soft"}`}>
        <h3 className="display text-2xl md:text-4xl">
          <EventLink event={event} className={COVER}>
            {event.venue.address.city}
          </EventLink>
        </h3>
        <p className="mt-1 text-sm">
          {event.venue.name}
          {showEventDoorTime && event.doorTime && (
            <>
              {"\u00A0· "}
              {t("LANG_EVENT_DOORS")}{" "}
              {noted(t("LANG_EVENT_TIME", { time: timeOf(event.doorTime, event.venue.timeZone) }), event.venue)}
            </>
          )}
        </p>
      </div>
      <span className="flex flex-col items-end gap-1 text-right">
        <span className={open ? "label text-base" : "display text-lg text-ink-soft"}>
          {statusText(event, t, locale)}
        </span>
        {open && !isFree(event) && (
          <Price value={event.priceLow} from={event.priceLow !== event.priceHigh} className="text-base" />
        )}
      </span>
    </li>
  );
}
