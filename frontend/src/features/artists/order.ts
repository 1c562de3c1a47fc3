interface Placed {
  sortOrderTicketTopLeft: number | null;
  sortOrderTicketTopRight: number | null;
}

/** The artists of a featured place in its order (catalogue §2). */
export const featuredAt = <A extends Placed>(artists: readonly A[], place: keyof Placed): A[] =>
  artists.filter((a) => a[place] !== null).sort((a, b) => (a[place] ?? 0) - (b[place] ?? 0));
