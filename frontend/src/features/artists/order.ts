interface Placed {
  name: string;
  sortOrderTicketTopLeft: number | null;
  sortOrderTicketTopRight: number | null;
  sortOrderTicketBottom: number | null;
}

/** The featured artists of the two top places, by their order, and the grid below by its order, then name. */
export function placeArtists<A extends Placed>(artists: readonly A[]): { left: A[]; right: A[]; grid: A[] } {
  const by = (key: "sortOrderTicketTopLeft" | "sortOrderTicketTopRight") =>
    artists.filter((a) => a[key] !== null).sort((a, b) => (a[key] ?? 0) - (b[key] ?? 0));
  const last = Number.MAX_SAFE_INTEGER;
  const grid = [...artists].sort(
    (a, b) =>
      (a.sortOrderTicketBottom ?? last) - (b.sortOrderTicketBottom ?? last) || a.name.localeCompare(b.name, "de"),
  );
  return { left: by("sortOrderTicketTopLeft"), right: by("sortOrderTicketTopRight"), grid };
}
