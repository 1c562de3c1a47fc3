import { ArtistTile } from "@/features/artists";
import { PageQuery } from "@/features/page";
import { ARTISTS, type ArtistsQuery } from "@/generated/routes/artists/artists";
import { useTexts } from "@/lib/texts/i18n";
import { placedAt } from "@/lib/places";
import { EmptyState } from "@/ui/page/empty-state";
import { Sliders, slideSizes } from "@/ui/slider";
import { TitledPage } from "@/ui/page/titled-page";

export const query = ARTISTS;

const NO_VARIABLES = {};

export default function ArtistsPage() {
  const { t } = useTexts();
  return (
    <TitledPage title={t("LANG_ARTISTS_TITLE")}>
      <PageQuery
        query={ARTISTS}
        variables={NO_VARIABLES}
        pick={(data) => data.artists.nodes}
        skeleton={<span className="skeleton block aspect-[16/9]" />}
      >
        {(artists) => <Wall artists={artists} />}
      </PageQuery>
    </TitledPage>
  );
}

function Wall({ artists }: { artists: ArtistsQuery["artists"]["nodes"] }) {
  const { t } = useTexts();
  if (artists.length === 0) return <EmptyState title={t("LANG_ARTISTS_EMPTY")} />;
  const left = placedAt(artists, "sortOrderTicketTopLeft");
  const right = placedAt(artists, "sortOrderTicketTopRight");
  const sizes = slideSizes(left, right);
  const slides = (shown: typeof left) =>
    shown.map((artist, index) => (
      <ArtistTile key={artist.id} artist={artist} wide priority={index === 0} heading="h2" sizes={sizes} />
    ));
  const begins = left.length + right.length === 0;
  return (
    <>
      <Sliders left={slides(left)} right={slides(right)} />
      <ul className="grid grid-cols-2 gap-card md:grid-cols-3 lg:grid-cols-4">
        {artists.map((artist, index) => (
          <li key={artist.id}>
            <ArtistTile
              artist={artist}
              priority={begins && index === 0}
              heading="h2"
              sizes={{ lg: "24vw", md: "31vw", base: "46vw" }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
