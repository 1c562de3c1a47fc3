import { readCookie, writeCookie } from "@/lib/cookies";

/** What the visitor said about being measured; unset = not asked yet (purchase §4 "Tracking consent"). */
export type ConsentState = "unset" | "yes" | "no";

export const CONSENT_DAYS = { yes: 356, no: 10 };
const listeners = new Set<() => void>();
let shopSlug = "";

/** Whose question is answered in this document: many shops share a host, and a yes counts in one of them. */
export const setConsentShop = (slug: string): void => void (shopSlug = slug);

export const consentCookie = (name: string): string => `${shopSlug}_${name}`;
const cookie = () => consentCookie("TrackingAllowed");

export function consentState(): ConsentState {
  const value = readCookie(cookie());
  return value === "yes" || value === "no" ? value : "unset";
}

export function decideConsent(choice: "yes" | "no"): void {
  writeCookie(cookie(), choice, CONSENT_DAYS[choice]);
  for (const listener of listeners) listener();
}

/** Calls back after each decision in this tab; returns the way to stop. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
