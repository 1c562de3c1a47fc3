import { useSearchParams } from "react-router";
import { useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { ArtistTile } from "@/features/artists";
import { EventStub } from "@/features/events";
import { PageQuery } from "@/features/page";
import { CardSkeleton, ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import {
  SEARCH,
  SEARCH_ARTISTS,
  SEARCH_EVENTS,
  SEARCH_MERCH,
  type SearchQuery,
} from "@/generated/routes/search/search";
import { searchWords } from "@/lib/search-words";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { BackToTop } from "@/ui/page/back-to-top";
import { BUTTON, PLAIN } from "@/ui/button";
import { EmptyState } from "@/ui/page/empty-state";
import { Lettering } from "@/ui/lettering";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { SearchForm } from "@/ui/page/search-form";
import { Parts } from "@/ui/parts";
import { More } from "./more";
import { ignoredOf, questionOf, typedOf } from "./words";

export const query = SEARCH;
export const variables = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) =>
  questionOf(params["*"] ?? "", search);

export default function SearchPage() {
  const { t } = useTexts();
  const asked = useParams()["*"] ?? "";
  const wanted = typedOf(asked);
  const ignored = ignoredOf(asked).join(", ");
  const [search] = useSearchParams();
  usePageTitle(wanted ? t("LANG_SEARCH_TITLE_FOR", { query: wanted }) : t("LANG_SEARCH_TITLE"));
  return (
    <>
      <section className="shell pt-6 pb-8 md:pt-10">
        <h1 tabIndex={-1} className="display mb-6 text-poster outline-none">
          <Lettering text={t("LANG_SEARCH_TITLE")} />
        </h1>
        <SearchForm
          key={asked}
          label={t("LANG_SEARCH_LABEL")}
          submit={t("LANG_SEARCH_SUBMIT")}
          start={searchWords(asked)}
          wordsOf={searchWords}
        />
        {ignored && <p className="mt-3 max-w-read wrap-anywhere">{t("LANG_SEARCH_IGNORED", { words: ignored })}</p>}
      </section>
      {wanted === "" ? (
        <p className="shell max-w-read text-lg">{t("LANG_SEARCH_HINT")}</p>
      ) : (
        <PageQuery
          query={SEARCH}
          variables={questionOf(wanted, search)}
          pick={(data) => data.search}
          skeleton={<Skeleton />}
        >
          {(results) => <Results query={wanted} results={results} />}
        </PageQuery>
      )}
    </>
  );
}

function Results({ query: wanted, results }: { query: string; results: SearchQuery["search"] }) {
  const { t } = useTexts();
  const { artists, merchProducts, events } = results;
  if (![artists, merchProducts, events].some(({ nodes }) => nodes.length > 0)) return <Nothing query={wanted} />;
  const eventsFirst = events.nodes.length > 0 && (results.eventsFirst || merchProducts.nodes.length === 0);
  const merch = {
    id: "merch",
    label: t("LANG_NAV_MERCH"),
    content: <Merch query={wanted} found={merchProducts} leading={!eventsFirst && artists.nodes.length === 0} />,
  };
  const tickets = { id: "tickets", label: t("LANG_NAV_TICKETS"), content: <Tickets query={wanted} found={events} /> };
  return (
    <>
      {results.instead.length > 0 && (
        <p className="shell text-lg wrap-anywhere">{t("LANG_SEARCH_INSTEAD", { words: results.instead.join(" ") })}</p>
      )}
      {artists.nodes.length > 0 && <Artists query={wanted} found={artists} />}
      <Parts label={t("LANG_ARTIST_JUMP")} phonesOnly parts={eventsFirst ? [tickets, merch] : [merch, tickets]} />
      <BackToTop />
    </>
  );
}

/** Nothing at all: what may be wrong with the words, and where else to look. */
function Nothing({ query: wanted }: { query: string }) {
  const { t } = useTexts();
  const { isBand } = useShopPage().shop;
  return (
    <div className="shell">
      <EmptyState title={t("LANG_SEARCH_NOTHING", { query: wanted })}>
        <p className="max-w-read">
          {t("LANG_SEARCH_NOARTISTS")} {t("LANG_SEARCH_NOMERCH")} {t("LANG_SEARCH_NOTICKET")}{" "}
          {t("LANG_SEARCH_NOTHING_TEXT")}
        </p>
        <p className="flex flex-wrap gap-3">
          {!isBand && (
            <Link to={paths.artists()} className={`${BUTTON} ${PLAIN}`}>
              {t("LANG_NAV_ARTISTS")}
            </Link>
          )}
          <Link to={paths.categories()} className={`${BUTTON} ${PLAIN}`}>
            {t("LANG_NAV_MERCH")}
          </Link>
          <Link to={paths.events()} className={`${BUTTON} ${PLAIN}`}>
            {t("LANG_NAV_TICKETS")}
          </Link>
        </p>
      </EmptyState>
    </div>
  );
}

type Found = SearchQuery["search"];

function Artists({ query: wanted, found }: { query: string; found: Found["artists"] }) {
  const { t } = useTexts();
  return (
    <section id="artists" className="shell pt-10">
      <h2 className="display mb-6 text-3xl">{t("LANG_ARTISTS_TITLE")}</h2>
      <ul className="grid grid-cols-2 gap-card md:grid-cols-4 lg:grid-cols-6">
        {found.nodes.map((artist, index) => (
          <li key={artist.id}>
            <ArtistTile artist={artist} priority={index === 0} sizes={{ lg: "16vw", md: "24vw", base: "46vw" }} />
          </li>
        ))}
      </ul>
      <More
        query={wanted}
        cursor="artists_after"
        page={found.pageInfo}
        label="LANG_SEARCH_MORE_ARTISTS"
        document={SEARCH_ARTISTS}
        variables={(words, artistsAfter) => ({ query: words, artistsAfter })}
      />
    </section>
  );
}

function Merch({ query: wanted, found, leading }: { query: string; found: Found["merchProducts"]; leading: boolean }) {
  const { t } = useTexts();
  const sizes = useCardSizes();
  return (
    <div className="shell pt-14">
      <h2 className="display mb-6 text-3xl">{t("LANG_NAV_MERCH")}</h2>
      {found.nodes.length === 0 && <EmptyState title={t("LANG_SEARCH_NOMERCH")} />}
      <ProductGrid>
        {found.nodes.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} sizes={sizes} priority={leading && index < 2} />
          </li>
        ))}
      </ProductGrid>
      <More
        query={wanted}
        cursor="merch_after"
        page={found.pageInfo}
        label="LANG_SEARCH_MORE_MERCH"
        document={SEARCH_MERCH}
        variables={(words, merchAfter) => ({ query: words, merchAfter })}
      />
    </div>
  );
}

function Tickets({ query: wanted, found }: { query: string; found: Found["events"] }) {
  const { t } = useTexts();
  return (
    <div className="shell pt-14">
      <h2 className="display mb-6 text-3xl">{t("LANG_NAV_TICKETS")}</h2>
      {found.nodes.length === 0 && <EmptyState title={t("LANG_SEARCH_NOTICKET")} />}
      <ul className="flex flex-col gap-3">
        {found.nodes.map((event) => (
          <li key={event.id}>
            <EventStub event={event} />
          </li>
        ))}
      </ul>
      <More
        query={wanted}
        cursor="events_after"
        page={found.pageInfo}
        label="LANG_SEARCH_MORE_TICKETS"
        document={SEARCH_EVENTS}
        variables={(words, eventsAfter) => ({ query: words, eventsAfter })}
      />
    </div>
  );
}

function Skeleton() {
  return (
    <div className="shell pt-10">
      <ProductGrid>
        {Array.from({ length: 8 }, (_, i) => (
          <CardSkeleton key={i} />
        ))}
      </ProductGrid>
    </div>
  );
}
