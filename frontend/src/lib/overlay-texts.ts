import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import { isLocale } from "@/lib/i18n";
import type { Locale } from "@/lib/shop-data";

/** Adds the texts of dialogs and notices to the present language's; they are not part of a page's first load. */
export async function loadOverlayTexts(): Promise<void> {
  const locale = isLocale(i18n.locale) ? i18n.locale : "de";
  const { messages } = locale === "de" ? await import("../../../locale/de/overlays.po") : await import("../../../locale/en/overlays.po");
  i18n.load(locale, messages);
}

export type TranslateOverlay = (key: LangKey | OverlayKey, values?: Record<string, string | number>) => string;

/** `useTexts` for what stands inside of overlays: their texts are loaded with them (see ui/late.tsx). */
export function useOverlayTexts(): { t: TranslateOverlay; locale: Locale } {
  const { i18n: current } = useLingui();
  return { t: (key, values) => current._(key, values), locale: current.locale as Locale };
}
