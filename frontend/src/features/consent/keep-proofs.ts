import { onConsent } from "@/lib/consent";

/** From now on, every decision in this tab is recorded, wherever it is made. */
export function keepProofs(restUrl: string): void {
  onConsent(() => void import("./record").then(({ recordConsent }) => recordConsent(restUrl)).catch(() => undefined));
}
