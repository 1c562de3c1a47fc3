import type { ArtistQuery } from "@/generated/routes/artist/artist";

type Artist = Pick<NonNullable<ArtistQuery["artist"]>, "subcategories" | "merchProducts" | "events" | "tours">;

/**
 * Which parts an artist's page has, and the categories in each: shelves of goods, and tours that have no page of their
 * own (catalogue §2).
 */
export function contents(artist: Artist) {
  const named = artist.subcategories.nodes;
  const shelves = named.filter(({ type }) => type === "CATEGORY");
  const tours = named.filter(({ type, slug }) => type === "TOUR" && !artist.tours.some((tour) => tour.slug === slug));
  return {
    dates: artist.events.nodes.length > 0 || artist.tours.length > 0 || tours.length > 0,
    merch: artist.merchProducts.nodes.some((product) => !product.meta.hide) || shelves.length > 0,
    shelves,
    tours,
  };
}
