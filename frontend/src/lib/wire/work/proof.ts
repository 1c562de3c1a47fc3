import { solveChallengeWorkers, type Challenge, type Payload } from "altcha-lib";

/** What the server hands out together with `WORK_NEEDED` (ALTCHA, version 2). */
export type { Challenge } from "altcha-lib";

/** Each tries its share of the counters. More than these leave the page none of a phone's quick cores. */
const MOST_WORKERS = 4;

const createWorker = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/**
 * The challenge with its solution, as the server reads it from `Proof-Of-Work`. Null where there is none: it was aborted
 * or took too long, or the browser cannot; without https none has the cryptography.
 */
export async function proofOf(challenge: Challenge, signal?: AbortSignal | null): Promise<string | null> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  if (!isSecureContext || signal?.aborted) return null;
  signal?.addEventListener("abort", stop);
  try {
    const concurrency = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1);
    const solution = await solveChallengeWorkers({ challenge, controller, concurrency, createWorker });
    return solution && btoa(JSON.stringify({ challenge, solution } satisfies Payload));
  } catch {
    return null;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
