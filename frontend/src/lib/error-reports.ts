import { consentState } from "@/lib/consent";

/** What failed, and where; nothing of what anybody entered. */
type Receiver = (error: unknown, about: string) => void;

const MOST_WAITING = 5;
const receivers = new Set<Receiver>();
let waiting: [unknown, string][] = [];

/** Reports a failure that the page lives on with; without the visitor's consent nobody is told, now or later. */
export function reportTrouble(error: unknown, about: string): void {
  if (consentState() !== "yes") return;
  // Who listens is loaded after the page itself.
  if (receivers.size === 0 && waiting.length < MOST_WAITING) waiting.push([error, about]);
  for (const receiver of receivers) receiver(error, about);
}

/** Returns the way to stop listening. */
export function listenToTrouble(receiver: Receiver): () => void {
  receivers.add(receiver);
  const late = waiting;
  waiting = [];
  if (consentState() === "yes") for (const one of late) receiver(...one);
  return () => receivers.delete(receiver);
}
