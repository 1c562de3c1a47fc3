import { useParams } from "react-router";
import { paths } from "@/app/paths";
import { byStart, DateLine } from "@/features/events";
import { PageQuery } from "@/features/page";
import { ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import { ARTIST, type ArtistQuery } from "@/generated/routes/artist/artist";
import { useTexts } from "@/lib/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { JumpBar } from "@/ui/jump-bar";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page-title";
import { Picture } from "@/ui/picture";
import { RichText } from "@/ui/rich-text";

export const query = ARTIST;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ slug: params["slug"] ?? "" });

export default function ArtistPage() {
  const { slug = "" } = useParams();
  return (
    <PageQuery query={ARTIST} variables={{ slug }} pick={(data) => data.artist} skeleton={<span className="skeleton block h-[70svh]" />}>
      {(artist) => <ArtistView key={artist.id} artist={artist} />}
    </PageQuery>
  );
}

function ArtistView({ artist }: { artist: NonNullable<ArtistQuery["artist"]> }) {
  const { t } = useTexts();
  const sizes = useCardSizes();
  usePageTitle(artist.name);
  const products = artist.merchProducts.nodes.filter((p) => !p.meta.hide);
  const events = byStart(artist.events.nodes);
  const both = products.length > 0 && events.length > 0;
  return (
    <>
      <header className="bg-hero text-on-hero">
        {artist.landscapeImage && (
          <div className="aspect-[4/3] overflow-hidden md:aspect-[21/8]">
            <Picture image={artist.landscapeImage} sizes="100vw" priority />
          </div>
        )}
        <div className="shell py-5 md:py-8">
          <p className="label mb-3 inline-block bg-ink text-paper">{t(`LANG_ARTIST_TYPE_${artist.type}`)}</p>
          <h1 tabIndex={-1} className="display text-poster outline-none">
            {artist.name}
          </h1>
          {artist.abstract && <p className="mt-4 max-w-read text-lg">{artist.abstract}</p>}
        </div>
      </header>
      {both && (
        <JumpBar
          label={t("LANG_ARTIST_JUMP")}
          targets={[
            { id: "dates", label: t("LANG_ARTIST_TOURS") },
            { id: "merch", label: t("LANG_ARTIST_MERCH") },
          ]}
        />
      )}
      {events.length > 0 && (
        <section id="dates" className="shell pt-10">
          <h2 className="display mb-2 text-3xl">{t("LANG_ARTIST_TOURS")}</h2>
          <ul className="rule-t">
            {events.map((event) => (
              <DateLine key={event.id} event={event} />
            ))}
          </ul>
          {artist.tours.map((tour) => (
            <Link key={tour.id} to={paths.tour(tour.slug)} className={`${BUTTON} ${PLAIN} mt-5 mr-3`}>
              {tour.name}
            </Link>
          ))}
        </section>
      )}
      {products.length > 0 && (
        <section id="merch" className="shell pt-14">
          <h2 className="display mb-6 text-3xl">{t("LANG_ARTIST_MERCH")}</h2>
          <ProductGrid>
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes={sizes} showArtist={false} />
              </li>
            ))}
          </ProductGrid>
          {artist.merchProducts.pageInfo.hasNextPage && artist.mainCategory && (
            <Link to={paths.category(artist.mainCategory.slug)} className={`${BUTTON} ${PLAIN} mt-10`}>
              {t("LANG_HOME_ALLMERCH")}
            </Link>
          )}
        </section>
      )}
      {products.length === 0 && events.length === 0 && (
        <div className="shell pt-10">
          <EmptyState title={t("LANG_ARTIST_EMPTY")} />
        </div>
      )}
      {artist.description && (
        <section className="shell pt-16">
          <RichText html={artist.description} className="text-lg" />
        </section>
      )}
    </>
  );
}
