interface Featured {
  featuredIn: readonly string[];
  sortOrderHomepage: number | null;
}

/** Tours that are featured on the home page, by their places there. */
export const highlightTours = <T extends Featured>(tours: readonly T[]): T[] =>
  tours
    .filter((tour) => tour.featuredIn.includes("Homepage"))
    .sort((a, b) => (a.sortOrderHomepage ?? Infinity) - (b.sortOrderHomepage ?? Infinity) || 0);
