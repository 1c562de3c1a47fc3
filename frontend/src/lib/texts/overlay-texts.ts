import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import type { Locale } from "@/lib/languages";

export type TranslateOverlay = (key: LangKey | OverlayKey, values?: Record<string, string | number>) => string;

/** `useTexts` for what stands inside of overlays: their texts are loaded with them. */
export function useOverlayTexts(): { t: TranslateOverlay; locale: Locale } {
  const { i18n: current } = useLingui();
  return { t: (key, values) => current._(key, values), locale: current.locale };
}

export const translate: TranslateOverlay = (key, values) => i18n._(key, values);
