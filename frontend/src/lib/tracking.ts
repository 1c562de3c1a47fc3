import { consentState } from "@/lib/consent";

/** What happened, and nothing else: no product, no price, nobody (catalogue §7, purchase §7). */
export type TrackingKind = "click" | "impression" | "ViewContent" | "AddToCart" | "InitiateCheckout" | "AddPaymentInfo";
export type Receiver = (kind: TrackingKind) => void;

const MOST_WAITING = 20;
const receivers = new Set<Receiver>();
let waiting: TrackingKind[] = [];

/** Tells who listens; without the visitor's consent nobody is told, now or later. */
export function track(kind: TrackingKind): void {
  if (consentState() !== "yes") return;
  // Who listens is loaded after the page itself.
  if (receivers.size === 0 && waiting.length < MOST_WAITING) waiting.push(kind);
  for (const receiver of receivers) receiver(kind);
}

/** Returns the way to stop listening. */
export function listenToTracking(receiver: Receiver): () => void {
  receivers.add(receiver);
  const late = waiting;
  waiting = [];
  if (consentState() === "yes") for (const kind of late) receiver(kind);
  return () => receivers.delete(receiver);
}
