import { useHref } from "react-router";
import { ofSlug, useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { ArtistTile } from "@/features/artists";
import { byStart, DateLine, isComing, NextDate } from "@/features/events";
import { PageQuery } from "@/features/page";
import { TOUR, type TourQuery } from "@/generated/routes/tour/tour";
import { dateMedium } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useShop, useShopPage } from "@/lib/shop-data";
import { EmptyState } from "@/ui/page/empty-state";
import { usePageTitle } from "@/ui/page/page-title";
import { Picture } from "@/ui/picture/picture";
import { RichText } from "@/ui/rich-text";

export const query = TOUR;
export const variables = ofSlug;

export default function TourPage() {
  const params = useParams();
  return (
    <PageQuery
      query={TOUR}
      variables={ofSlug(params)}
      pick={(data) => data.tour}
      skeleton={<span className="skeleton block h-[60svh]" />}
    >
      {(tour) => <TourView key={tour.id} tour={tour} />}
    </PageQuery>
  );
}

function TourView({ tour }: { tour: NonNullable<TourQuery["tour"]> }) {
  const { t, locale } = useTexts();
  usePageTitle(tour.name);
  const { isGated, shopUrl } = useShopPage();
  const shop = useShop();
  const feed = useHref(paths.tourCalendar(tour.slug, locale));
  const leading = byStart(tour.events.nodes).find((event) => event.meta.leads && isComing(event));
  // In a band's own shop its tile would lead to where the visitor is.
  const others = tour.artists.filter((artist) => artist.name !== shop.name);
  const span = [tour.startDate, tour.endDate].filter((date) => date !== null).map((date) => dateMedium(date, locale));
  return (
    <>
      <header className="bg-hero text-on-hero">
        <div className="shell grid gap-x-10 md:grid-cols-12">
          <div className="@container flex min-w-0 flex-col gap-4 py-6 md:col-span-8 md:py-10">
            {tour.artistNames && <p className="text-lg">{tour.artistNames}</p>}
            <h1 tabIndex={-1} className="display text-headline outline-none">
              {tour.name}
            </h1>
            {tour.subtitle && <p className="text-lg">{tour.subtitle}</p>}
            {span.length > 0 && <p className="figures">{[...new Set(span)].join(" – ")}</p>}
          </div>
          {tour.ticketImage && (
            <div className="h-[56svh] pb-6 md:col-span-4 md:h-auto md:py-10">
              <Picture
                image={tour.ticketImage}
                sizes={{ md: "31vw", base: "92vw" }}
                priority
                className="mx-auto h-full w-auto object-contain md:h-auto md:w-full"
              />
            </div>
          )}
        </div>
      </header>
      {leading && (
        <div className="bg-hero text-on-hero">
          <div className="shell pt-6 pb-8">
            <NextDate event={leading} label="LANG_TOUR_LEADS" />
          </div>
        </div>
      )}
      <section className="shell pt-10">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 className="display text-3xl">{t("LANG_TOUR_DATES")}</h2>
          {tour.events.nodes.length > 0 && (
            <a
              href={isGated ? `${feed}&subscribe=1` : `webcal://${new URL(shopUrl).host}${feed}`}
              className="inline-flex min-h-11 items-center underline hover:no-underline"
            >
              {t("LANG_TOUR_CALENDAR")}
            </a>
          )}
        </div>
        {tour.events.nodes.length === 0 ? (
          <EmptyState title={t("LANG_TOUR_EMPTY")} />
        ) : (
          <ul className="rule-t">
            {byStart(tour.events.nodes).map((event) => (
              <DateLine key={event.id} event={event} />
            ))}
          </ul>
        )}
      </section>
      {tour.description && (
        <section className="shell pt-10">
          <RichText html={tour.description} className="text-lg" />
        </section>
      )}
      {others.length > 0 && (
        <section className="shell pt-16">
          <h2 className="display mb-6 text-3xl">{t("LANG_TOUR_WITH")}</h2>
          <ul className="grid gap-card md:grid-cols-3">
            {others.map((artist) => (
              <li key={artist.id}>
                <ArtistTile artist={artist} sizes={{ md: "31vw", base: "92vw" }} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
