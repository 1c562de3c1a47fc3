import type { Messages } from "@lingui/core";
import type { Locale } from "@/lib/languages";
import type { TextGroup } from "@/lib/texts/text-groups";

/** The texts' files by path: a language is there as soon as it has files. */
export const CATALOGUES: Record<string, () => Promise<{ messages: Messages }>> = import.meta.glob<{
  messages: Messages;
}>("../../../../locale/*/*.po");

export const catalogueOf = (group: TextGroup, locale: Locale): string => `../../../../locale/${locale}/${group}.po`;

/** The languages that have all texts of a page. */
export const languagesOfTexts = (): Locale[] =>
  Object.keys(CATALOGUES).flatMap((path) => /([^/]+)\/spa\.po$/.exec(path)?.[1] ?? []);
