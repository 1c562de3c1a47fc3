import table from "../../locale/languages.json" with { type: "json" };

/** The languages of the texts, `locale/<language>/`; the first is the one in which texts are written. */
export const LANGUAGES: readonly string[] = Object.keys(table);
export const SOURCE_LANGUAGE = LANGUAGES[0] ?? "";
