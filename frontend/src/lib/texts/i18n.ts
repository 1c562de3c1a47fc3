import { i18n, type Messages } from "@lingui/core";
import { useLingui } from "@lingui/react";
import type { LangKey } from "@/generated/lang-keys";
import { takeParameter } from "@/lib/address";
import { setRequestLocale } from "@/lib/wire/fetch-layer";
import type { Locale } from "@/lib/languages";
import { CATALOGUES, catalogueOf, languagesOfTexts } from "@/lib/texts/catalogues";
import { TEXT_GROUPS, type TextGroup } from "@/lib/texts/text-groups";

const COOKIE_DAYS = 365;

/** Whether there are texts in it. */
export const isLocale = (value: string | null): value is Locale => catalogueOf("spa", value ?? "") in CATALOGUES;

const wanted = new Set<TextGroup>(["spa"]);

async function textsOf(group: TextGroup, locale: Locale): Promise<Messages> {
  const load = CATALOGUES[catalogueOf(group, locale)];
  if (!load) throw new Error(`no texts: ${group}, ${locale}`);
  return (await load()).messages;
}

/** Adds a group to the present language's texts, and to those of every language chosen later. */
export async function loadTexts(group: TextGroup): Promise<void> {
  wanted.add(group);
  const { locale } = i18n;
  if (isLocale(locale)) i18n.load(locale, await textsOf(group, locale));
}

/** All that is read so far, in another language. Returns how to change to it. */
export async function prepareLocale(locale: Locale): Promise<() => void> {
  const groups = await Promise.all([...wanted].map((group) => textsOf(group, locale)));
  return () => {
    i18n.loadAndActivate({ locale, messages: Object.assign({}, ...groups) as Messages });
    setRequestLocale(locale);
    document.documentElement.lang = locale;
  };
}

export async function activateLocale(locale: Locale): Promise<void> {
  (await prepareLocale(locale))();
}

/** All texts of all languages, for a process that writes pages in any of them. */
export async function loadAllTexts(): Promise<void> {
  for (const locale of languagesOfTexts()) {
    for (const group of TEXT_GROUPS) i18n.load(locale, await textsOf(group, locale));
  }
}

export function rememberLocale(locale: Locale): void {
  document.cookie = `locale=${locale}; path=/; max-age=${COOKIE_DAYS * 86_400}; samesite=lax`;
}

/** `?lang=` chooses the language once: it is remembered and leaves the address. */
export function consumeLangParameter(): void {
  const lang = takeParameter("lang");
  if (isLocale(lang)) rememberLocale(lang);
}

export type Translate = (key: LangKey, values?: Record<string, string | number>) => string;

/** `t("LANG_…", values)` and the current language. */
export function useTexts(): { t: Translate; locale: Locale } {
  const { i18n: current } = useLingui();
  return { t: (key, values) => current._(key, values), locale: current.locale };
}

export const translate: Translate = (key, values) => i18n._(key, values);
