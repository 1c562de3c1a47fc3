import { readCookie, writeCookie } from "@/lib/cookies";

/** What the visitor said about being measured; unset = not asked yet (purchase §4 "Tracking consent"). */
export type ConsentState = "unset" | "yes" | "no";

const COOKIE = "TrackingAllowed";
export const CONSENT_DAYS = { yes: 356, no: 10 };
const listeners = new Set<() => void>();

export function consentState(): ConsentState {
  const value = readCookie(COOKIE);
  return value === "yes" || value === "no" ? value : "unset";
}

export function decideConsent(choice: "yes" | "no"): void {
  writeCookie(COOKIE, choice, CONSENT_DAYS[choice]);
  for (const listener of listeners) listener();
}

/** Calls back after each decision in this tab; returns the way to stop. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
