import { EventLink } from "@/features/events/event-link";
import { isFree, isOpen, statusText } from "@/features/events/status";
import { showTitle } from "@/features/events/title";
import type { EventRow } from "@/generated/features/events/row";
import { dateParts } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { Picture, type PictureData } from "@/ui/picture/picture";
import { Price } from "@/ui/price";
import { COVER } from "@/ui/link";

interface Props {
  event: EventRow;
  heading?: "h2" | "h3";
  /** beside the date, where there is room */
  picture?: PictureData | null;
}

/** An event as a torn-off ticket: the day in big numerals, who and where, the price behind the perforation. */
export function EventStub({ event, heading: Heading = "h3", picture }: Props) {
  const { t, locale } = useTexts();
  const date = dateParts(event.happeningFrom, locale, event.venue.timeZone);
  const open = isOpen(event);
  const title = showTitle(event);
  return (
    <article
      className={`ticket group relative grid grid-cols-[auto_1fr] items-stretch bg-raised ${picture ? "md:grid-cols-[auto_15rem_1fr_auto]" : "md:grid-cols-[auto_1fr_auto]"} ${open ? "" : "text-ink-soft"}`}
    >
      <div className="figures flex w-24 flex-col items-center justify-center gap-1 py-4 pl-4 md:w-36 md:py-5">
        {event.meta.hideDate ? (
          <span className="px-2 text-center text-sm">{t("LANG_EVENT_DATE_TBA")}</span>
        ) : (
          <time dateTime={event.happeningFrom} className="flex flex-col items-center">
            <span className="display text-lg">{date.weekdayShort}</span>
            <span className="display text-4xl">{date.day}</span>
            <span className="display text-lg">
              {date.monthShort} {date.year}
            </span>
          </time>
        )}
      </div>
      {picture && (
        <div className="hidden overflow-hidden md:block">
          <Picture image={picture} sizes={{ base: "15rem" }} ratio={0.8} alt="" />
        </div>
      )}
      <div className="flex min-w-0 flex-col justify-center gap-1 py-4 pr-4 pl-4 md:py-6 md:pl-6">
        {title !== event.artist && event.artist && <p className="text-sm font-[650]">{event.artist}</p>}
        <Heading className="display text-3xl">
          <EventLink event={event} className={COVER}>
            {title}
          </EventLink>
        </Heading>
        <p className="text-sm md:text-base">
          <strong className="font-[650]">{event.venue.address.city}</strong>&nbsp;· {event.venue.name}
        </p>
      </div>
      <div className="tear col-span-2 mx-4 flex items-center justify-between gap-4 border-l-0 border-t-3 border-dotted py-3 md:col-span-1 md:mx-0 md:w-56 md:flex-col md:items-start md:justify-center md:border-t-0 md:border-l-3 md:py-6 md:pr-6 md:pl-6">
        {open && !isFree(event) && (
          <Price value={event.priceLow} from={event.priceLow !== event.priceHigh} className="text-2xl" />
        )}
        <span className={open ? "label" : "display text-xl"}>{statusText(event, t, locale)}</span>
      </div>
    </article>
  );
}
