import { useSyncExternalStore } from "react";
import { consentState, decideConsent, onConsent, type ConsentState } from "@/lib/consent";

export interface Consent {
  state: ConsentState;
  /** One decision counts for all trackers; the name says which one's link was pressed. */
  allow: (tracker?: string) => void;
  deny: (tracker?: string) => void;
}

const allow = () => decideConsent("yes");
const deny = () => decideConsent("no");

export function useConsent(): Consent {
  return { state: useSyncExternalStore(onConsent, consentState), allow, deny };
}
