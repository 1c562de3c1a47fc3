// What the fetch layer turns to where an answer is `WORK_NEEDED`: the device works, and the same request is sent again.
import { useSyncExternalStore } from "react";
import type { Challenge } from "./proof";

/** While a device works, others come, and it gets dearer: by one of five levels each time. */
const MOST_CHALLENGES = 5;

interface Request<A> {
  /** sends it again, with a proof among its headers or without */
  attempt: (proof?: Record<string, string>) => Promise<A>;
  challengeIn: (answer: A) => Challenge | undefined;
  signal: AbortSignal | null | undefined;
}

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;
const listeners = new Set<() => void>();

function count(more: number): void {
  waiting += more;
  listeners.forEach((listener) => listener());
}

/** The answer after the work; the refusal itself where nothing helps. Several requests of a page work one after the other. */
export async function worked<A>(refused: A, request: Request<A>): Promise<A> {
  const isFirst = waiting === 0;
  count(1);
  const mine = turn.then(() => work(isFirst ? refused : null, request));
  turn = mine.catch(() => undefined);
  return mine.finally(() => count(-1));
}

async function work<A>(refused: A | null, { attempt, challengeIn, signal }: Request<A>): Promise<A> {
  const { proofOf } = await import("./proof");
  // Who worked before has perhaps earned this one's way, too.
  let answer = refused ?? (await attempt());
  for (let left = MOST_CHALLENGES; left > 0; left -= 1) {
    const challenge = challengeIn(answer);
    if (!challenge) break;
    const proof = await proofOf(challenge, signal);
    // Aborted meanwhile, it is refused by `fetch` in its own words.
    if (signal?.aborted) return attempt();
    if (!proof) break;
    answer = await attempt({ "Proof-Of-Work": proof });
  }
  return answer;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a request waits for this device to have worked for it. */
export const useUnderWay = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
