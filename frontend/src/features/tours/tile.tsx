import { paths } from "@/lib/paths";
import type { TourTile as Data } from "@/generated/features/tours/tile";
import { COVER, Link } from "@/ui/link";
import { Picture } from "@/ui/picture/picture";

interface Props {
  tour: Data;
  priority?: boolean;
  /** it takes a whole row, in which its poster stays small */
  alone?: boolean;
  heading?: "h2" | "h3";
}

/** A tour as its poster, whole, beside its name, two of them in a row. */
export function TourTile({ tour, priority = false, alone = false, heading: Heading = "h3" }: Props) {
  return (
    <article
      className={`group relative grid h-full grid-cols-[2fr_3fr] bg-raised ${alone ? "md:grid-cols-[15rem_1fr]" : ""}`}
    >
      <div className="aspect-[5/7] overflow-hidden bg-surface">
        {tour.ticketImage && (
          <Picture
            image={tour.ticketImage}
            sizes={alone ? { md: "15rem", base: "38vw" } : { lg: "19vw", base: "38vw" }}
            priority={priority}
            className="size-full object-contain"
            alt=""
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col justify-end gap-2 p-4 md:p-6">
        <p>{tour.artistNames}</p>
        <Heading className={`display text-3xl ${alone ? "md:text-5xl" : ""}`}>
          <Link to={paths.tour(tour.slug)} className={COVER}>
            {tour.name}
          </Link>
        </Heading>
        {tour.subtitle && <p className="text-sm text-ink-soft">{tour.subtitle}</p>}
      </div>
    </article>
  );
}
