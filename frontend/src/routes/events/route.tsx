import { useDeferredValue } from "react";
import { byStart, EventFilterBar, EventStub, filterEvents, StubSkeleton, useEventFilter } from "@/features/events";
import { PageQuery } from "@/features/page";
import { TourGrid, TourTile } from "@/features/tours";
import { EVENTS, type EventsQuery } from "@/generated/routes/events/events";
import { useTexts } from "@/lib/texts/i18n";
import { placedAt } from "@/lib/places";
import { BackToTop } from "@/ui/page/back-to-top";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/page/empty-state";
import { TitledPage } from "@/ui/page/titled-page";
import { SectionHead } from "@/ui/page/section-head";
import { Sliders } from "@/ui/slider";

export const query = EVENTS;

const NO_VARIABLES = {};
/** The others are not laid out before one comes near: there may be hundreds. */
const FIRST_DATES = 24;

export default function EventsPage() {
  const { t } = useTexts();
  return (
    <TitledPage title={t("LANG_EVENTS_TITLE")} close>
      <PageQuery query={EVENTS} variables={NO_VARIABLES} pick={(data) => data} skeleton={<StubSkeletons />}>
        {(data) => (
          <>
            <FeaturedTours tours={data.tours.nodes} />
            <EventList events={data.events.nodes} />
            <FurtherTours tours={data.tours.nodes} />
            <BackToTop />
          </>
        )}
      </PageQuery>
    </TitledPage>
  );
}

function EventList({ events }: { events: EventsQuery["events"]["nodes"] }) {
  const { t } = useTexts();
  const [filter, setFilter, resetFilter] = useEventFilter();
  const shown = filterEvents(byStart(events), useDeferredValue(filter));
  if (events.length === 0) {
    return (
      <EmptyState title={t("LANG_EVENTS_EMPTY")}>
        <p>{t("LANG_EVENTS_EMPTY_TEXT")}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mt-4 mb-6">
        <EventFilterBar filter={filter} onChange={setFilter} />
      </div>
      {shown.length === 0 && (
        <EmptyState title={t("LANG_TICKET_FILTER_ERROR")}>
          <Button look="plain" onClick={resetFilter}>
            {t("LANG_TICKET_FILTER_RESET")}
          </Button>
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {shown.map((event, index) => (
          <li
            key={event.id}
            className={index < FIRST_DATES ? "" : "[contain-intrinsic-size:auto_9rem] [content-visibility:auto]"}
          >
            <EventStub event={event} heading="h2" />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Tours {
  tours: EventsQuery["tours"]["nodes"];
}

/** The two sliders above the dates. */
function FeaturedTours({ tours }: Tours) {
  const [left, right] = [placedAt(tours, "sortOrderTicketTopLeft"), placedAt(tours, "sortOrderTicketTopRight")];
  const alone = left.length === 0 || right.length === 0;
  const slides = (shown: typeof left) =>
    shown.map((tour, index) => (
      <TourTile key={tour.id} tour={tour} priority={index === 0} alone={alone} heading="h2" />
    ));
  return <Sliders className="mt-6" left={slides(left)} right={slides(right)} />;
}

/** The tours below the dates. */
function FurtherTours({ tours }: Tours) {
  const { t } = useTexts();
  const shown = placedAt(tours, "sortOrderTicketBottom");
  if (shown.length === 0) return null;
  return (
    <section className="pt-16 md:pt-24">
      <SectionHead title={t("LANG_HOME_DATES")} />
      <TourGrid tours={shown} />
    </section>
  );
}

/** The list's filter and its first dates. */
function StubSkeletons() {
  return (
    <>
      <span className="skeleton mt-4 mb-6 block h-12" />
      <div className="flex flex-col gap-3">
        {[1, 2, 3, 4].map((n) => (
          <StubSkeleton key={n} />
        ))}
      </div>
    </>
  );
}
