import table from "../../../locale/languages.json" with { type: "json" };

/** A language of the shop, by its code: "de". */
export type Locale = string;

export interface Language {
  code: Locale;
  /** in the language itself */
  name: string;
}

const TABLE: Readonly<Partial<Record<Locale, { locale: string }>>> = table;

export const LOCALES: readonly Locale[] = Object.keys(TABLE);
export const DEFAULT_LOCALE: Locale = LOCALES[0] ?? "";

export const isKnown = (locale: Locale): locale is keyof typeof table => locale in table;

/** How Intl calls the language and its country: "de-DE". */
export const tagOf = (locale: Locale): string => (TABLE[locale]?.locale ?? locale).replace("_", "-");
