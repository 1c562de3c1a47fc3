import { EventLink } from "@/features/events/event-link";
import { isOpen, statusText } from "@/features/events/status";
import type { EventRow } from "@/generated/features/events/row";
import type { LangKey } from "@/generated/lang-keys";
import { dayAndMonth } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, ON_HERO } from "@/ui/button";

interface Props {
  event: EventRow;
  label?: LangKey;
  /** the band's or the show's name, where the page has not said it */
  who?: readonly string[];
}

/** The next show as the loudest thing on a home page: numerals, city, way to the tickets. */
export function NextDate({ event, label = "LANG_HOME_NEXT", who = [] }: Props) {
  const { t, locale } = useTexts();
  return (
    <div className="next-date">
      <div>
        <p className="next-date-who">
          {who.length > 0 ? `${t(label)}: ` : t(label)}
          {who.length > 0 && <strong className="font-[650]">{who.join(" · ")}</strong>}
        </p>
        <p className="next-date-when">
          {!event.meta.hideDate && (
            <time dateTime={event.happeningFrom} className="display figures">
              {dayAndMonth(event.happeningFrom, locale, event.venue.timeZone)}
            </time>
          )}
          <span className="display">{event.venue.address.city}</span>
        </p>
        <p className="next-date-where">{event.venue.name}</p>
      </div>
      <EventLink event={event} className={`${BUTTON} ${ON_HERO} min-w-48`}>
        {isOpen(event) ? t("LANG_EVENTS_TITLE") : statusText(event, t, locale)}
      </EventLink>
    </div>
  );
}
