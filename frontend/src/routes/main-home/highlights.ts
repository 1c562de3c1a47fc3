interface Featured {
  featuredIn: readonly string[];
  sortOrderHomepage: number | null;
}

/** Tours that are featured on the home page, by their places there. */
export const highlightTours = <T extends Featured>(tours: readonly T[]): T[] =>
  tours
    .filter((tour) => tour.featuredIn.includes("Homepage"))
    .sort((a, b) => (a.sortOrderHomepage ?? Infinity) - (b.sortOrderHomepage ?? Infinity) || 0);

/** Whose show is next: the first of its artists, told by name. Without a show, the first artist of all. */
export const headliner = <A extends { name: string }>(artists: readonly A[], playing: string | undefined): A | undefined =>
  playing === undefined ? artists[0] : artists.find(({ name }) => playing === name || playing.startsWith(`${name}, `));
