import { useDeferredValue } from "react";
import { paths } from "@/lib/paths";
import { byStart, DateLine, EventFilterBar, filterEvents, nextShow, useEventFilter } from "@/features/events";
import { Opening } from "@/features/opening";
import { PageQuery } from "@/features/page";
import { ShopVideo } from "@/features/video";
import { BAND_HOME, type BandHomeQuery } from "@/generated/routes/band-home/band-home";
import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";
import { BUTTON, Button, PLAIN } from "@/ui/button";
import { EmptyState } from "@/ui/page/empty-state";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { Parts } from "@/ui/parts";
import { SectionHead } from "@/ui/page/section-head";
import { Newest, Shelves } from "./merch";
import { useWanted } from "./use-wanted";

export const query = BAND_HOME;

const NO_VARIABLES = {};

export default function BandHomePage() {
  usePageTitle("");
  return (
    <PageQuery
      query={BAND_HOME}
      variables={NO_VARIABLES}
      pick={(data) => data}
      skeleton={<span className="skeleton block h-[80svh]" />}
    >
      {(data) => <Home data={data} />}
    </PageQuery>
  );
}

function Home({ data }: { data: BandHomeQuery }) {
  const { t } = useTexts();
  const shop = useShop();
  const wanted = useWanted();
  const events = byStart(data.events.nodes);
  const first = events.length === 0 || wanted !== null ? "merch" : "tickets";
  const tickets = { id: "tickets", label: t("LANG_NAV_TICKETS"), content: <Dates data={data} /> };
  const merch = { id: "merch", label: t("LANG_NAV_MERCH"), content: <Shelves data={data} /> };
  return (
    <>
      <Opening next={nextShow(events)}>
        <p className="max-w-read text-lg">{shop.meta.description}</p>
      </Opening>
      <Newest data={data} />
      <News items={data.news.nodes} />
      <Parts
        label={t("LANG_ARTIST_JUMP")}
        first={first}
        parts={data.categories.nodes.length > 0 ? [tickets, merch] : [tickets]}
      />
      <ShopVideo />
    </>
  );
}

/** Their titles alone: pictures and texts would not fit into the first round trip (docs/decisions/0017). */
function News({ items }: { items: BandHomeQuery["news"]["nodes"] }) {
  const { t } = useTexts();
  if (items.length === 0) return null;
  return (
    <section className="shell pt-10 md:pt-14">
      <SectionHead title={t("LANG_NEWS_TITLE")} to={paths.news()} link={t("LANG_HOME_ALLNEWS")} />
      <ul>
        {items.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.news()} className="inline-flex min-h-11 items-center text-lg underline hover:no-underline">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Dates({ data }: { data: BandHomeQuery }) {
  const { t } = useTexts();
  const { showEventFilter } = useShop().meta;
  const [filter, setFilter, resetFilter] = useEventFilter();
  const events = byStart(data.events.nodes);
  const shown = filterEvents(events, useDeferredValue(filter));
  const filtered = showEventFilter || events.some((event) => event.ticketState === "SOLD_OUT");
  return (
    <div className="shell pt-10 md:pt-14">
      <SectionHead
        title={t("LANG_ARTIST_TOURS")}
        {...(data.events.pageInfo.hasNextPage && { to: paths.events(), link: t("LANG_HOME_ALLDATES") })}
      />
      {filtered && events.length > 0 && (
        <div className="mb-4">
          <EventFilterBar filter={filter} onChange={setFilter} soldOutOnly={!showEventFilter} />
        </div>
      )}
      {events.length === 0 && (
        <EmptyState title={t("LANG_EVENTS_EMPTY")}>
          <p>{t("LANG_EVENTS_EMPTY_TEXT")}</p>
        </EmptyState>
      )}
      {events.length > 0 && shown.length === 0 && (
        <EmptyState title={t("LANG_TICKET_FILTER_ERROR")}>
          <Button look="plain" onClick={resetFilter}>
            {t("LANG_TICKET_FILTER_RESET")}
          </Button>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ul className="rule-t">
          {shown.map((event) => (
            <DateLine key={event.id} event={event} />
          ))}
        </ul>
      )}
      {data.tours.nodes.map((tour) => (
        <Link key={tour.id} to={paths.tour(tour.slug)} className={`${BUTTON} ${PLAIN} mt-5 mr-3`}>
          {t("LANG_HOME_ALLDATES")}: {tour.name}
        </Link>
      ))}
    </div>
  );
}
