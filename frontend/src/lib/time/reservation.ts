/** The server releases within seconds of the expiry; asking earlier would still show the old cart. */
const GRACE_MS = 2000;
/** The display has a square per minute (purchase §4). */
export const SQUARES = 20;

/** Whole seconds that a reservation still has; 0 when it is over. */
export function secondsLeft(validUntil: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(validUntil) - nowMs) / 1000));
}

/** Whether a reservation has been over for so long that the server has released what it held. */
export const isReleased = (validUntil: string, nowMs: number): boolean => nowMs >= Date.parse(validUntil) + GRACE_MS;

/** "19:05" */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many of the squares stand for minutes that are gone. */
export function squaresGone(seconds: number): number {
  return Math.min(SQUARES, Math.max(0, SQUARES - Math.ceil(seconds / 60)));
}

/** The minutes at which a screen reader is told how much time is left: it hears so again whenever this is another one. */
export const minutesSpoken = (seconds: number): number | undefined =>
  [1, 2, 5].find((minutes) => seconds <= minutes * 60);
