const MOST_TILES = 9;

interface Shelf {
  featuredAt: readonly string[];
  squareImage: object | null;
}

/** Where the merch overview shows each category: two sliders, tiles below, the rest by name (catalogue §2). */
export function shelves<C extends Shelf>(categories: readonly C[]) {
  const at = (place: string) => categories.filter((one) => one.featuredAt.includes(place));
  const left = at("MerchTopLeft");
  const right = at("MerchTopRight");
  const featured = at("MerchBottom");
  const nothing = left.length + right.length + featured.length === 0;
  const tiles = (nothing ? categories.filter((one) => one.squareImage) : featured).slice(0, MOST_TILES);
  const shown = new Set([...left, ...right, ...tiles]);
  return { left, right, tiles, named: categories.filter((one) => !shown.has(one)) };
}
