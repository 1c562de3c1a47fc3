import { paths } from "@/lib/paths";
import { ArtistTile } from "@/features/artists";
import { CategoryTile } from "@/features/categories";
import { EventStub, nextShow } from "@/features/events";
import { MOST_HOT, NewsCard, NewsList, newsOf, NewsSlider } from "@/features/news";
import { Opening } from "@/features/opening";
import { PageQuery } from "@/features/page";
import { ProductCard } from "@/features/products";
import { TourGrid } from "@/features/tours";
import { ShopVideo } from "@/features/video";
import { MAIN_HOME, type MainHomeQuery } from "@/generated/routes/main-home/main-home";
import { useTexts } from "@/lib/texts/i18n";
import { byHomepage } from "@/lib/places";
import { useShop } from "@/lib/shop-data";
import { EmptyState } from "@/ui/page/empty-state";
import { usePageTitle } from "@/ui/page/page-title";
import { SectionHead } from "@/ui/page/section-head";

export const query = MAIN_HOME;

const NO_VARIABLES = {};

export default function MainHomePage() {
  usePageTitle("");
  return (
    <PageQuery
      query={MAIN_HOME}
      variables={NO_VARIABLES}
      pick={(data) => data}
      skeleton={<span className="skeleton block h-[80svh]" />}
    >
      {(data) => <Home data={data} />}
    </PageQuery>
  );
}

function Home({ data }: { data: MainHomeQuery }) {
  const { t } = useTexts();
  const shop = useShop();
  const next = nextShow(data.events.nodes);
  const artists = data.artists.nodes;
  const products = data.merchProducts.nodes.filter((p) => !p.meta.hide);
  const news = data.news.nodes;
  const slides = newsOf(news, "feature");
  const hot = newsOf(news, "hot", MOST_HOT);
  const more = newsOf(news, "regular");
  const tours = byHomepage(data.tours.nodes);
  const shelves = byHomepage(data.categories.nodes);
  const dates = data.events.nodes;
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
      <Opening next={next}>
        <p className="max-w-read text-lg">{shop.meta.description}</p>
      </Opening>
      {products.length > 0 && (
        <section className="shell py-8 md:py-14">
          <SectionHead title={t("LANG_MERCH_NEW")} to={paths.categories()} link={t("LANG_HOME_ALLMERCH")} />
          <ul className="grid grid-cols-2 gap-x-card gap-y-10 md:grid-cols-3 lg:grid-cols-5">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes={{ lg: "19vw", md: "31vw", base: "46vw" }} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {slides.length > 0 && <NewsSlider items={slides} />}
      {(tours.length > 0 || dates.length > 0) && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_DATES")} to={paths.events()} link={t("LANG_HOME_ALLDATES")} />
          {tours.length > 0 && <TourGrid tours={tours} className="mb-10" />}
          <ul className="flex flex-col gap-3">
            {dates.map((event) => (
              <li key={event.id}>
                <EventStub event={event} picture={event.image} />
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
                <NewsCard item={item} sizes={{ lg: "23vw", sm: "46vw", base: "94vw" }} />
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
                <CategoryTile category={category} heading="h3" sizes={{ md: "24vw", base: "46vw" }} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {more.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_NEWS_MORE")} />
          <NewsList items={more} />
        </section>
      )}
      {artists.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_BANDS")} to={paths.artists()} link={t("LANG_HOME_ALLARTISTS")} />
          <ul className="grid gap-card sm:grid-cols-2 lg:grid-cols-3">
            {artists.map((artist) => (
              <li key={artist.id}>
                <ArtistTile artist={artist} wide sizes={{ lg: "31vw", sm: "47vw", base: "94vw" }} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ShopVideo />
    </>
  );
}
