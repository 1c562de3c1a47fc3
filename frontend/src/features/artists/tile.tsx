import { paths } from "@/lib/paths";
import type { ArtistTile as Data } from "@/generated/features/artists/tile";
import { COVER, Link } from "@/ui/link";
import { Picture } from "@/ui/picture/picture";
import type { ByWidth } from "@/ui/picture/picture-sizes";

interface Props {
  artist: Data;
  sizes: ByWidth<string>;
  priority?: boolean;
  wide?: boolean;
  heading?: "h2" | "h3";
}

/** A band as a small poster: picture above, name below as large as it fits. */
export function ArtistTile({ artist, sizes, priority = false, wide = false, heading: Heading = "h3" }: Props) {
  const image = wide ? (artist.landscapeImage ?? artist.squareImage) : (artist.squareImage ?? artist.landscapeImage);
  return (
    <article className="group @container relative flex flex-col bg-ink text-paper">
      <div className={`overflow-hidden bg-surface ${wide ? "aspect-[16/9]" : "aspect-square"}`}>
        {image && <Picture image={image} sizes={sizes} ratio={wide ? 16 / 9 : 1} priority={priority} alt="" />}
      </div>
      <Heading className="display px-[4cqi] pt-[4cqi] pb-[3cqi] text-tile">
        <Link to={paths.artist(artist.slug)} className={COVER}>
          {artist.name}
        </Link>
      </Heading>
    </article>
  );
}
