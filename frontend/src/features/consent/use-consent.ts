import { useSyncExternalStore } from "react";
import { consentState, decideConsent, onConsent, type ConsentState } from "@/lib/consent";

export interface Consent {
  state: ConsentState;
  /** One decision counts for all trackers of the shop. */
  allow: () => void;
  deny: () => void;
}

const allow = () => decideConsent("yes");
const deny = () => decideConsent("no");

export function useConsent(): Consent {
  return { state: useSyncExternalStore(onConsent, consentState, () => "unset"), allow, deny };
}
