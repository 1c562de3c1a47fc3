const MOST_WORDS = 8;
/** No name is longer. */
const LONGEST_WORD = 240;

/** Lower case, trimmed and split on spaces; each word once: as the server reads the address. */
export function allWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** What is looked for. */
export const wordsOf = (query: string): string[] =>
  allWords(query)
    .filter((word) => Array.from(word).length <= LONGEST_WORD)
    .slice(0, MOST_WORDS);

/** What is looked for, as it was typed. */
export function typedOf(query: string): string {
  const looked = new Set(wordsOf(query));
  return query
    .split(/\s+/)
    .filter((word) => looked.has(word.toLowerCase()))
    .join(" ");
}

/** What is not, because there are too many, or it is too long. */
export function ignoredOf(query: string): string[] {
  const looked = new Set(wordsOf(query));
  return allWords(query).filter((word) => !looked.has(word));
}

const CURSORS = { artists_after: "artistsAfter", merch_after: "merchAfter", events_after: "eventsAfter" } as const;
export type Cursor = keyof typeof CURSORS;

/** What an address of the search asks. */
export function questionOf(
  query: string,
  search: URLSearchParams,
): { query: string[] } & Partial<Record<(typeof CURSORS)[Cursor], string>> {
  const cursors = Object.entries(CURSORS).flatMap(([key, name]) => {
    const after = search.get(key);
    return after ? [[name, after] as const] : [];
  });
  return { query: wordsOf(query), ...Object.fromEntries(cursors) };
}
