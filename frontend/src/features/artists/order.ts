interface Placed {
  sortOrderTicketTopLeft: number | null;
  sortOrderTicketTopRight: number | null;
}

/** The artists of the two featured places, left then right; the server has ordered the rest (catalogue §2). */
export function featuredArtists<A extends Placed>(artists: readonly A[]): A[] {
  const first = (key: keyof Placed): A[] =>
    artists.filter((a) => a[key] !== null).sort((a, b) => (a[key] ?? 0) - (b[key] ?? 0)).slice(0, 1);
  return [...new Set([...first("sortOrderTicketTopLeft"), ...first("sortOrderTicketTopRight")])];
}
