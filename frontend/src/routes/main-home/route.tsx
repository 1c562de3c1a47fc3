import { paths } from "@/lib/paths";
import { ArtistTile } from "@/features/artists";
import { CategoryTile } from "@/features/categories";
import { EventStub, NextDate } from "@/features/events";
import { MOST_HOT, NewsCard, newsOf, NewsSlider } from "@/features/news";
import { PageQuery } from "@/features/page";
import { ProductCard } from "@/features/products";
import { TourTile } from "@/features/tours";
import { ShopVideo } from "@/features/video";
import { MAIN_HOME, type MainHomeQuery } from "@/generated/routes/main-home/main-home";
import { useTexts } from "@/lib/i18n";
import { byHomepage } from "@/lib/places";
import { useShop } from "@/lib/shop-data";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page-title";
import { Picture } from "@/ui/picture";
import { SectionHead } from "@/ui/section-head";
import { headliner } from "./headliner";

export const query = MAIN_HOME;

const NO_VARIABLES = {};

export default function MainHomePage() {
  usePageTitle("");
  return (
    <PageQuery query={MAIN_HOME} variables={NO_VARIABLES} pick={(data) => data} skeleton={<span className="skeleton block h-[80svh]" />}>
      {(data) => <Home data={data} />}
    </PageQuery>
  );
}

function Home({ data }: { data: MainHomeQuery }) {
  const { t } = useTexts();
  const shop = useShop();
  const [next, ...later] = data.events.nodes;
  const artists = data.artists.nodes;
  const products = data.merchProducts.nodes.filter((p) => !p.meta.hide);
  const news = data.news.nodes;
  const slides = newsOf(news, "feature");
  const hot = newsOf(news, "hot", MOST_HOT);
  const more = newsOf(news, "regular");
  const tours = byHomepage(data.tours.nodes);
  const shelves = byHomepage(data.categories.nodes);
  const dates = slides.length > 0 ? data.events.nodes : later;
  if (!next && artists.length === 0 && products.length === 0 && news.length === 0) {
    return (
      <div className="shell pt-10">
        <h1 tabIndex={-1} className="display mb-6 text-poster outline-none">
          {t("LANG_HOME_EMPTY")}
        </h1>
        <EmptyState title={t("LANG_MERCH_EMPTY")}>
          <p>{t("LANG_HOME_EMPTY_TEXT")}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {slides.length > 0 ? (
        <>
          <h1 tabIndex={-1} className="sr-only">
            {shop.meta.overrideTitle || shop.name}
          </h1>
          <NewsSlider items={slides} />
        </>
      ) : (
        <Opening data={data} />
      )}
      {(tours.length > 0 || dates.length > 0) && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_DATES")} to={paths.events()} link={t("LANG_HOME_ALLDATES")} />
          {tours.length > 0 && (
            <ul className="mb-10 grid gap-card sm:grid-cols-2">
              {tours.map((tour) => (
                <li key={tour.id}>
                  <TourTile tour={tour} />
                </li>
              ))}
            </ul>
          )}
          <ul className="flex flex-col gap-3">
            {dates.map((event) => (
              <li key={event.id}>
                <EventStub event={event} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {hot.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_NEWS_HOT")} />
          <ul className="grid gap-x-card gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
            {hot.map((item) => (
              <li key={item.id}>
                <NewsCard item={item} sizes="(min-width: 68rem) 23vw, (min-width: 40rem) 46vw, 68vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {products.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_MERCH_NEW")} to={paths.categories()} link={t("LANG_HOME_ALLMERCH")} />
          <ul className="grid grid-cols-2 gap-x-card gap-y-10 md:grid-cols-3 lg:grid-cols-5">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes="(min-width: 68rem) 19vw, (min-width: 52rem) 31vw, 46vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {shelves.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_SHELVES")} to={paths.categories()} link={t("LANG_HOME_ALLMERCH")} />
          <ul className="grid grid-cols-2 gap-x-card gap-y-8 md:grid-cols-4">
            {shelves.map((category) => (
              <li key={category.id}>
                <CategoryTile category={category} heading="h3" sizes="(min-width: 52rem) 24vw, 46vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {more.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_NEWS_MORE")} />
          <ul className="grid gap-x-card gap-y-10 sm:grid-cols-2">
            {more.map((item) => (
              <li key={item.id}>
                <NewsCard item={item} sizes="(min-width: 40rem) 46vw, 68vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {artists.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_BANDS")} to={paths.artists()} link={t("LANG_HOME_ALLARTISTS")} />
          <ul className="grid gap-card sm:grid-cols-2 lg:grid-cols-3">
            {artists.map((artist) => (
              <li key={artist.id}>
                <ArtistTile artist={artist} wide sizes="(min-width: 68rem) 31vw, (min-width: 40rem) 46vw, 68vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ShopVideo />
    </>
  );
}

/** One large picture, whose show is next, when and where. */
function Opening({ data }: { data: MainHomeQuery }) {
  const shop = useShop();
  const [next] = data.events.nodes;
  const artist = headliner(data.artists.nodes, next?.artist);
  const picture = artist?.landscapeImage ?? next?.image ?? data.artists.nodes.find((a) => a.landscapeImage)?.landscapeImage;
  const narrow = artist?.landscapeImage && artist.squareImage;
  const name = next ? next.artist || next.name : (artist?.name ?? shop.name);
  return (
    <section className="opens-wide bg-hero text-on-hero">
      {picture && (
        <div className={`max-h-[70svh] w-full overflow-hidden md:aspect-[21/9] ${narrow ? "aspect-square" : "aspect-[4/5]"}`}>
          <Picture image={picture} narrow={narrow} sizes="100vw" priority />
        </div>
      )}
      <div className="shell relative pb-8 md:pb-12">
        <h1 tabIndex={-1} className="display mb-5 pt-4 text-poster outline-none md:mb-8">
          {artist ? (
            <Link to={paths.artist(artist.slug)} className="no-underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h1>
        {next && <NextDate event={next} />}
      </div>
    </section>
  );
}
