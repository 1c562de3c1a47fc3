import { ofSlug, useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { BundleOffers } from "@/features/bundles";
import { isFree } from "@/features/events";
import { PageQuery } from "@/features/page";
import { Related } from "@/features/related";
import { SeatedSale, prepareSeatedSale, showsSeatMap } from "@/features/seat-map";
import { NoSale, TicketSale } from "@/features/tickets";
import { EVENT, type EventQuery } from "@/generated/routes/event/event";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { Picture } from "@/ui/picture/picture";
import { Price } from "@/ui/price";
import type { EventData } from "./event-data";
import { EventFacts, EventSummary } from "./facts";
import { EventPanels } from "./panels";

const TAGS = {
  MOVED: "LANG_TICKET_TAG_MOVED",
  POSTPONED: "LANG_TICKET_TAG_POSTPONED",
  CANCELLED: "LANG_TICKET_TAG_CANCELLED",
} as const;

export const query = EVENT;
export const variables = ofSlug;

/** The map on which tickets are chosen, for events that show one. */
const seatMapOf = (event: EventData) => (event.ticketState === "ON_SALE" && showsSeatMap(event) ? event.seatMap : null);

export const prepare = ({ event }: EventQuery) => (event && seatMapOf(event) ? prepareSeatedSale() : undefined);

export default function EventPage() {
  const params = useParams();
  return (
    <PageQuery
      query={EVENT}
      variables={ofSlug(params)}
      pick={(data) => data.event}
      skeleton={<span className="skeleton block h-[60svh]" />}
    >
      {(event) => <EventView key={event.id} event={event} />}
    </PageQuery>
  );
}

function EventView({ event }: { event: EventData }) {
  const { t } = useTexts();
  const { city } = event.venue.address;
  const name = event.descriptiveName || event.name;
  usePageTitle(event.seoTitle || (name.toLowerCase().includes(city.toLowerCase()) ? name : `${name}, ${city}`));
  const onSale = event.ticketState === "ON_SALE";
  const seatMap = seatMapOf(event);
  const [tour] = event.tours;
  const otherDates = tour && (
    <Link to={paths.tour(tour.slug)} className={`${BUTTON} ${PLAIN} w-full`}>
      {t("LANG_EVENT_TOUR")}
    </Link>
  );
  return (
    <>
      <article>
        <header className="bg-hero text-on-hero">
          <div className="shell grid gap-x-10 md:grid-cols-12">
            <div className="@container flex min-w-0 flex-col gap-4 py-6 md:col-span-8 md:py-10">
              <h1 tabIndex={-1} className="display text-headline outline-none">
                {event.artist || event.name}
              </h1>
              <p className="text-lg">
                {event.artist && event.artist !== event.name && <span className="block">{event.name}</span>}
                <strong className="font-[650]">{event.venue.address.city}</strong>&nbsp;· {event.venue.name}
              </p>
              {event.status !== "SCHEDULED" && <p className="display text-3xl">{t(TAGS[event.status])}</p>}
              <EventSummary event={event} leads={!!seatMap} />
            </div>
            {event.image && (
              <div className="relative -mx-[clamp(1rem,3.2vw,3rem)] aspect-[4/3] overflow-hidden md:col-span-4 md:mx-0 md:aspect-auto md:min-h-80">
                <div className="absolute inset-0">
                  <Picture
                    image={event.image}
                    sizes={{ md: "31vw", base: "100vw" }}
                    ratio={{ md: 0.9, base: 4 / 3 }}
                    priority
                  />
                </div>
              </div>
            )}
          </div>
        </header>
        <div className="shell grid gap-x-10 gap-y-8 pt-8 md:grid-cols-12">
          <div className={`flex flex-col gap-8 ${seatMap ? "md:col-span-12" : "md:col-span-7 lg:col-span-8"}`}>
            <EventFacts event={event} />
            {!seatMap && (
              <div className="hidden md:block">
                <EventPanels event={event} />
              </div>
            )}
          </div>
          <section
            id="tickets"
            aria-labelledby="tickets-title"
            className={`min-w-0 ${seatMap ? "md:col-span-12" : "md:col-span-5 lg:col-span-4"}`}
          >
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="tickets-title" className="display text-3xl">
                {onSale && event.meta.customTag ? event.meta.customTag : t("LANG_EVENTS_TITLE")}
              </h2>
              {onSale && !isFree(event) && (
                <p className="text-right">
                  <Price
                    value={event.priceLow ?? event.price}
                    from={event.priceLow !== event.priceHigh}
                    className="text-2xl"
                  />
                  <span className="block text-xs text-ink-soft">{t("LANG_PRICE_INCL_FEES")}</span>
                </p>
              )}
            </div>
            {seatMap ? (
              <SeatedSale sale={event} source={seatMap} />
            ) : onSale ? (
              <TicketSale sale={event} />
            ) : (
              <NoSale sale={event}>{otherDates}</NoSale>
            )}
          </section>
          {event.bundles.length > 0 && (
            <div className={seatMap ? "md:col-span-8" : "md:col-span-5 md:col-start-8 lg:col-span-4 lg:col-start-9"}>
              <BundleOffers bundles={event.bundles} />
            </div>
          )}
          <div className={seatMap ? "md:col-span-8" : "md:hidden"}>
            <EventPanels event={event} />
          </div>
        </div>
      </article>
      {event.tours.map((tour) => (
        <p key={tour.id} className="shell mt-12">
          <span className="mb-1 block text-ink-soft">{t("LANG_EVENT_TOUR")}</span>
          <Link to={paths.tour(tour.slug)} className="display inline-block text-3xl">
            {tour.name}
          </Link>
        </p>
      ))}
      <Related items={event.relatedItems} className="mt-16" />
    </>
  );
}
