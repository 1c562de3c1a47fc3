// The quick search's numbers (catalogue §5, §9).
export const MOST_SUGGESTIONS = 10;
export const FUZZY_THRESHOLD = 0.4;
/** As the search has them (`catalogue/queries/search_words.py`). */
export const SHORTEST_GUESSED = 4;
export const MOST_CORRECTED = 3;
export const MIN_CHARACTERS = 2;
export const TITLE_LENGTH = 40;
export const TITLE_LENGTH_BESIDE_PICTURE = 35;
export const HIDE_DELAY_MS = 500;
