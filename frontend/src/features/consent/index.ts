import { lazy } from "react";

export { keepProofs } from "./keep-proofs";
export { openConsentSettings } from "./open-settings";
export { useConsent, type Consent } from "./use-consent";
export type { ConsentState } from "@/lib/consent";
export const ConsentBanner = lazy(() =>
  import("./banner").then(({ ConsentBanner: component }) => ({ default: component })),
);
