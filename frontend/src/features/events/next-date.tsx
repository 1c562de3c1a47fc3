import { EventLink } from "@/features/events/event-link";
import { isOpen, statusText } from "@/features/events/status";
import type { EventRow } from "@/generated/features/events/row";
import type { LangKey } from "@/generated/lang-keys";
import { dateParts } from "@/lib/dates";
import { useTexts } from "@/lib/i18n";
import { BUTTON } from "@/ui/button";

/** The next show as the loudest thing on a home page: numerals, city, way to the tickets. */
export function NextDate({ event, label = "LANG_HOME_NEXT" }: { event: EventRow; label?: LangKey }) {
  const { t, locale } = useTexts();
  const date = dateParts(event.happeningFrom, locale);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div>
        <p className="mb-1">{t(label)}</p>
        <p className="flex flex-wrap items-baseline gap-x-4">
          {!event.meta.hideDate && (
            <time dateTime={event.happeningFrom} className="display figures text-4xl">
              {locale === "de" ? `${date.day}.` : date.day} {date.monthShort}
            </time>
          )}
          <span className="display text-4xl">{event.venue.address.city}</span>
        </p>
        <p className="mt-2 text-lg">{event.venue.name}</p>
      </div>
      <EventLink
        event={event}
        className={`${BUTTON} min-w-48 border-on-hero bg-on-hero text-hero hover:bg-transparent hover:text-on-hero`}
      >
        {isOpen(event) ? t("LANG_EVENTS_TITLE") : statusText(event, t, locale)}
      </EventLink>
    </div>
  );
}
