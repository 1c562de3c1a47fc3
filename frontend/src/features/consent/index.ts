export { useConsent, type Consent } from "./use-consent";
export type { ConsentState } from "@/lib/consent";
