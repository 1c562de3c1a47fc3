const MOST_WORDS = 8;
const LONGEST_WORD = 60;

/** Lower case, trimmed and split on spaces; each word once: as the server reads the address. */
export function allWords(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words.map((word) => Array.from(word).slice(0, LONGEST_WORD).join("")))];
}

/** What is looked for. */
export const wordsOf = (query: string): string[] => allWords(query).slice(0, MOST_WORDS);

/** What is not, because there are too many. */
export const ignoredOf = (query: string): string[] => allWords(query).slice(MOST_WORDS);

const CURSORS = { artists_after: "artistsAfter", merch_after: "merchAfter", events_after: "eventsAfter" } as const;
export type Cursor = keyof typeof CURSORS;

/** What an address of the search asks. */
export function questionOf(query: string, search: URLSearchParams): { query: string[] } & Partial<Record<(typeof CURSORS)[Cursor], string>> {
  const cursors = Object.entries(CURSORS).flatMap(([key, name]) => {
    const after = search.get(key);
    return after ? [[name, after] as const] : [];
  });
  return { query: wordsOf(query), ...Object.fromEntries(cursors) };
}
