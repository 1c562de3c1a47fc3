export const charactersOf = (text: string): string => text.replaceAll(".", "").trim();

/** Trimmed, with single spaces: what the search's address holds. Dots alone would be a step in an address. */
export const searchWords = (text: string): string =>
  charactersOf(text) === "" ? "" : text.trim().replaceAll(/\s+/g, " ");
