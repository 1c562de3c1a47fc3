import type { Translate } from "@/lib/texts/i18n";
import { byHomepage } from "@/lib/places";

export const shelfId = (slug: string): string => `shelf-${slug}`;

const MOST_SHELVES = 6;

interface Shelf {
  type: string;
  featuredAt: readonly string[];
  sortOrderHomepage: number | null;
  merchProducts: { nodes: readonly { meta: { hide: boolean } }[] };
}

/** The categories of goods with their first products, the featured ones first; the others, such as all of an artist's, are named below. */
export function shelves<C extends Shelf>(categories: readonly C[]): { shown: C[]; named: C[] } {
  const filled = categories.filter(
    (one) => one.type === "CATEGORY" && one.merchProducts.nodes.some((product) => !product.meta.hide),
  );
  const featured = byHomepage(filled.filter((one) => one.featuredAt.includes("Homepage")));
  const shown = [...featured, ...filled.filter((one) => !featured.includes(one))].slice(0, MOST_SHELVES);
  return { shown, named: categories.filter((one) => !shown.includes(one)) };
}

/** The most cards of a shelf's row, on phones two rows, by the shop's columns. */
export const rowLength = (columns: number): number => ({ 1: 2, 5: 5, 6: 6 })[columns] ?? 4;

/** A category of the band's own name holds all of its goods. */
export function nameOf(category: { name: string; displayName: string }, band: string, t: Translate): string {
  const name = category.displayName || category.name;
  return name === band ? t("LANG_ITEM_ARTIST_ALL", { artist: band }) : name;
}
