import { i18n, type Messages } from "@lingui/core";
import { useLingui } from "@lingui/react";
import type { LangKey } from "@/generated/lang-keys";
import { takeParameter } from "@/lib/address";
import { setRequestLocale } from "@/lib/fetch-layer";
import { LOCALES, type Locale } from "@/lib/shop-data";

const COOKIE_DAYS = 365;

export const isLocale = (value: string | null): value is Locale => LOCALES.some((l) => l === value);

/** Files of texts: `spa` is every page's, the others are those of pages and parts that need them. */
export type TextGroup = "checkout" | "event" | "overlays" | "pages" | "seats" | "spa";

const GROUPS: Record<TextGroup, Record<Locale, () => Promise<{ messages: Messages }>>> = {
  checkout: {
    de: () => import("../../../locale/de/checkout.po"),
    en: () => import("../../../locale/en/checkout.po"),
  },
  event: {
    de: () => import("../../../locale/de/event.po"),
    en: () => import("../../../locale/en/event.po"),
  },
  overlays: {
    de: () => import("../../../locale/de/overlays.po"),
    en: () => import("../../../locale/en/overlays.po"),
  },
  pages: {
    de: () => import("../../../locale/de/pages.po"),
    en: () => import("../../../locale/en/pages.po"),
  },
  seats: {
    de: () => import("../../../locale/de/seats.po"),
    en: () => import("../../../locale/en/seats.po"),
  },
  spa: {
    de: () => import("../../../locale/de/spa.po"),
    en: () => import("../../../locale/en/spa.po"),
  },
};
const wanted = new Set<TextGroup>(["spa"]);

const textsOf = async (group: TextGroup, locale: Locale): Promise<Messages> => (await GROUPS[group][locale]()).messages;

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
  for (const locale of LOCALES) {
    for (const group of Object.keys(GROUPS) as TextGroup[]) i18n.load(locale, await textsOf(group, locale));
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
  return { t: (key, values) => current._(key, values), locale: current.locale as Locale };
}

export const translate: Translate = (key, values) => i18n._(key, values);
