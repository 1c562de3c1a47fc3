import { paths } from "@/app/paths";
import { ArtistTile } from "@/features/artists";
import { EventStub, NextDate } from "@/features/events";
import { PageQuery } from "@/features/page";
import { ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import { MAIN_HOME, type MainHomeQuery } from "@/generated/routes/main-home/main-home";
import { useTexts } from "@/lib/i18n";
import { useShop } from "@/lib/shop-data";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page-title";
import { Picture } from "@/ui/picture";
import { SectionHead } from "@/ui/section-head";

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
  const sizes = useCardSizes();
  const [next, ...later] = data.events.nodes;
  const artists = data.artists.nodes;
  const products = data.merchProducts.nodes.filter((p) => !p.meta.hide);
  if (!next && artists.length === 0 && products.length === 0) {
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
      <Opening data={data} />
      {later.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_DATES")} to={paths.events()} link={t("LANG_HOME_ALLDATES")} />
          <ul className="flex flex-col gap-3">
            {later.map((event) => (
              <li key={event.id}>
                <EventStub event={event} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {products.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_MERCH_NEW")} to={paths.categories()} link={t("LANG_HOME_ALLMERCH")} />
          <ProductGrid>
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes={sizes} />
              </li>
            ))}
          </ProductGrid>
        </section>
      )}
      {artists.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <SectionHead title={t("LANG_HOME_BANDS")} to={paths.artists()} link={t("LANG_HOME_ALLARTISTS")} />
          <ul className="grid gap-card sm:grid-cols-2 lg:grid-cols-3">
            {artists.map((artist) => (
              <li key={artist.id}>
                <ArtistTile artist={artist} wide sizes="(min-width: 68rem) 31vw, (min-width: 40rem) 46vw, 92vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.tours.nodes.length > 0 && (
        <section className="shell pt-16 md:pt-24">
          <ul className="rule-t">
            {data.tours.nodes.map((tour) => (
              <li key={tour.id} className="rule-b">
                <Link to={paths.tour(tour.slug)} className="group flex flex-wrap items-baseline gap-x-6 py-4 no-underline">
                  <span className="display text-4xl group-hover:text-accent">{tour.name}</span>
                  <span className="text-ink-soft">{tour.artistNames || tour.subtitle}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** One large picture, whose show is next, when and where. */
function Opening({ data }: { data: MainHomeQuery }) {
  const shop = useShop();
  const [next] = data.events.nodes;
  const artist = next?.artists[0] ?? data.artists.nodes[0];
  const picture = artist?.landscapeImage ?? next?.image ?? data.artists.nodes.find((a) => a.landscapeImage)?.landscapeImage;
  const name = next ? next.artist || next.name : (artist?.name ?? shop.name);
  return (
    <section className="bg-hero text-on-hero">
      {picture && (
        <div className="aspect-[4/5] max-h-[70svh] w-full overflow-hidden md:aspect-[21/9]">
          <Picture image={picture} sizes="100vw" priority />
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
