/** Things with a place of this kind, in its order (catalogue §3 "sort orders for slots"). */
export const placedAt = <P extends string, T extends Record<P, number | null>>(things: readonly T[], place: P): T[] =>
  things.filter((one) => one[place] !== null).sort((a, b) => (a[place] ?? 0) - (b[place] ?? 0));

interface OnHomepage {
  sortOrderHomepage: number | null;
}

/** By their places on the home page, those without one last, in the order they came in. */
export const byHomepage = <T extends OnHomepage>(things: readonly T[]): T[] =>
  [...things].sort((a, b) => (a.sortOrderHomepage ?? Infinity) - (b.sortOrderHomepage ?? Infinity) || 0);
