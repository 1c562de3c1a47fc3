/** How often availability is asked for while somebody looks; a little at random, so that a crowd does not ask at once. */
const EVERY_MS = 3000;
const SPREAD_MS = 1000;
/** after answers that failed, up to this */
const SLOWEST_MS = 60_000;

interface Watch {
  /** Asks once; rejects when there is no answer. */
  ask: (signal: AbortSignal) => Promise<unknown>;
  /** somebody can see the page */
  visible?: () => boolean;
  page?: Pick<Document, "addEventListener" | "removeEventListener">;
  random?: () => number;
}

const isSeen = (): boolean => document.visibilityState === "visible";

/** Asks every few seconds while the page is seen, at once when it is seen again; slower while it fails. Returns the end. */
export function watch({ ask, visible = isSeen, page = document, random = Math.random }: Watch): () => void {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let busy = false;

  const later = () => {
    clearTimeout(timer);
    if (abort.signal.aborted || !visible()) return;
    timer = setTimeout(now, Math.min(SLOWEST_MS, EVERY_MS * 2 ** failures) + random() * SPREAD_MS);
  };
  const now = () => {
    if (busy) return;
    busy = true;
    ask(abort.signal)
      .then(
        () => (failures = 0),
        () => (failures += 1),
      )
      .finally(() => {
        busy = false;
        later();
      });
  };
  const turn = () => {
    clearTimeout(timer);
    if (visible()) now();
  };
  page.addEventListener("visibilitychange", turn);
  later();
  return () => {
    abort.abort();
    clearTimeout(timer);
    page.removeEventListener("visibilitychange", turn);
  };
}
