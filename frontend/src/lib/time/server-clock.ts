/** How far the server's clock is ahead of the visitor's in ms, as the answers bound it; null before the first. */
let ahead: { least: number; most: number } | null = null;

/**
 * Now by the server's clock in ms, as far as its answers told, and never before it: no time that is left is shown longer
 * than it is. Timers must not trust the visitor's clock.
 */
export const serverNow = (): number => Date.now() + (ahead?.most ?? 0);

/** Takes an answer's `Date`, which names a whole second between the moments of asking and of hearing. */
export function noteServerTime({ headers }: Response, askedAt: number): void {
  const second = Date.parse(headers.get("date") ?? "");
  // Answers from a cache carry an old date.
  if (Number.isNaN(second) || headers.has("age")) return;
  const told = { least: second - Date.now(), most: second + 999 - askedAt };
  const agreed = {
    least: Math.max(told.least, ahead?.least ?? -Infinity),
    most: Math.min(told.most, ahead?.most ?? Infinity),
  };
  // Where two answers contradict each other, one of the clocks was set meanwhile.
  ahead = agreed.least <= agreed.most ? agreed : told;
}
