const MOST_TILES = 9;

interface Shelf {
  featuredAt: readonly string[];
  squareImage: object | null;
}

/**
 * Where the merch overview shows each category: two sliders, tiles below, the rest by name (catalogue §2). A slide alone
 * would be one picture as wide as the page: it leads the tiles. Where nobody chose tiles, all with pictures are.
 */
export function shelves<C extends Shelf>(categories: readonly C[]) {
  const at = (place: string) => categories.filter((one) => one.featuredAt.includes(place));
  const slides = [...at("MerchTopLeft"), ...at("MerchTopRight")];
  const alone = new Set(slides).size === 1;
  const left = alone ? [] : at("MerchTopLeft");
  const right = alone ? [] : at("MerchTopRight");
  const featured = at("MerchBottom");
  const chosen = featured.length > 0 ? featured : categories.filter((one) => one.squareImage && !slides.includes(one));
  const tiles = [...new Set([...(alone ? slides : []), ...chosen])].slice(0, MOST_TILES);
  const shown = new Set([...left, ...right, ...tiles]);
  return { left, right, tiles, named: categories.filter((one) => !shown.has(one)) };
}
