import { useSearchParams } from "react-router";
import { ofSlugAfter, useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { byStart, DateLine } from "@/features/events";
import { PageQuery } from "@/features/page";
import { EndlessGrid } from "@/features/products";
import { ARTIST, type ArtistQuery } from "@/generated/routes/artist/artist";
import { useClient } from "@/lib/wire/client";
import { useTexts } from "@/lib/texts/i18n";
import { BackToTop } from "@/ui/page/back-to-top";
import { BUTTON, PLAIN } from "@/ui/button";
import { EmptyState } from "@/ui/page/empty-state";
import { Lettering } from "@/ui/lettering";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { Parts } from "@/ui/parts";
import { Picture } from "@/ui/picture/picture";
import { RichText } from "@/ui/rich-text";
import { contents } from "./contents";

export const query = ARTIST;
export const variables = ofSlugAfter;

type Artist = NonNullable<ArtistQuery["artist"]>;

export default function ArtistPage() {
  const params = useParams();
  const [search] = useSearchParams();
  return (
    <PageQuery
      query={ARTIST}
      variables={ofSlugAfter(params, search)}
      pick={(data) => data.artist}
      skeleton={<span className="skeleton block h-[70svh]" />}
    >
      {(artist) => <ArtistView key={artist.id} artist={artist} />}
    </PageQuery>
  );
}

function ArtistView({ artist }: { artist: Artist }) {
  const { t } = useTexts();
  usePageTitle(artist.name);
  const { dates, merch } = contents(artist);
  const parts = [
    ...(dates ? [{ id: "dates", label: t("LANG_ARTIST_TOURS"), content: <Dates artist={artist} /> }] : []),
    ...(merch ? [{ id: "merch", label: t("LANG_ARTIST_MERCH"), content: <Merch artist={artist} /> }] : []),
  ];
  return (
    <>
      <header className="opens-wide bg-hero text-on-hero">
        {artist.landscapeImage && (
          <div className={`overflow-hidden md:aspect-[21/8] ${artist.squareImage ? "aspect-square" : "aspect-[4/3]"}`}>
            <Picture
              image={artist.landscapeImage}
              narrow={artist.squareImage}
              sizes={{ base: "100vw" }}
              ratio={{ md: 21 / 8, base: artist.squareImage ? 1 : 4 / 3 }}
              priority
            />
          </div>
        )}
        <div className="shell py-5 md:py-8">
          <p className="label mb-3 inline-block bg-ink text-paper">{t(`LANG_ARTIST_TYPE_${artist.type}`)}</p>
          <h1 tabIndex={-1} className="display text-poster outline-none">
            <Lettering text={artist.name} />
          </h1>
          {artist.abstract && <p className="mt-4 max-w-read text-lg">{artist.abstract}</p>}
        </div>
      </header>
      <Parts label={t("LANG_ARTIST_JUMP")} parts={parts} />
      {parts.length === 0 && (
        <div className="shell pt-10">
          <EmptyState title={t("LANG_ARTIST_EMPTY")} />
        </div>
      )}
      {artist.description && (
        <section className="shell pt-16">
          <RichText html={artist.description} className="text-lg" />
        </section>
      )}
      <BackToTop />
    </>
  );
}

function Dates({ artist }: { artist: Artist }) {
  const { t } = useTexts();
  const { tours } = contents(artist);
  return (
    <div className="shell pt-10">
      <h2 className="display mb-2 text-3xl">{t("LANG_ARTIST_TOURS")}</h2>
      {artist.events.nodes.length > 0 && (
        <ul className="rule-t">
          {byStart(artist.events.nodes).map((event) => (
            <DateLine key={event.id} event={event} />
          ))}
        </ul>
      )}
      {artist.tours.map((tour) => (
        <Link key={tour.id} to={paths.tour(tour.slug)} className={`${BUTTON} ${PLAIN} mt-5 mr-3`}>
          {tour.name}
        </Link>
      ))}
      {tours.map((tour) => (
        <Link key={tour.slug} to={paths.category(tour.slug)} className={`${BUTTON} ${PLAIN} mt-5 mr-3`}>
          {tour.name}
        </Link>
      ))}
    </div>
  );
}

function Merch({ artist }: { artist: Artist }) {
  const { t } = useTexts();
  const client = useClient();
  const { shelves } = contents(artist);
  return (
    <div className="shell pt-14">
      <h2 className="display mb-6 text-3xl">{t("LANG_ARTIST_MERCH")}</h2>
      {shelves.length > 0 && (
        <ul className="-mt-4 mb-6 flex flex-wrap gap-x-6">
          {shelves.map((shelf) => (
            <li key={shelf.slug}>
              <Link to={paths.category(shelf.slug)} className="inline-flex min-h-11 items-center text-lg">
                {shelf.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <EndlessGrid
        products={artist.merchProducts.nodes.filter((p) => !p.meta.hide)}
        page={artist.merchProducts.pageInfo}
        next={(after) => paths.artistPage(artist.slug, after)}
        load={(after) =>
          client.load().then((apollo) => apollo.query({ query: ARTIST, variables: { slug: artist.slug, after } }))
        }
        showArtist={false}
      />
    </div>
  );
}
