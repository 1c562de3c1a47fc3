// Which of a shop's tabs speaks for all of them, where the browser has locks: the one that holds the lock.
import { ELECTION_MS, type Election, type ElectionMessage } from "@/features/session/model/election";
import type { Timers } from "@/features/session/model/timers";

interface Parts {
  locks: Pick<LockManager, "request">;
  /** of the lock, the same in all tabs of a shop */
  name: string;
  tab: string;
  timers: Timers;
  post: (message: ElectionMessage) => void;
  /** this tab leads now */
  onWon: () => void;
}

/** The browser gives a closed tab's lock to the next one. A tab that sleeps with it loses it to the one that calls. */
export function createLockElection({ locks, name, tab, timers, post, onWon }: Parts): Election {
  let leads = false;
  let hasJoined = false;
  let giveUp: () => void = () => undefined;
  let stop: () => void = () => undefined;
  const tell = (kind: ElectionMessage["kind"]) => post({ kind, tab, number: 0 });

  const request = (steal: boolean) => {
    giveUp();
    const waiting = new AbortController();
    giveUp = () => waiting.abort();
    const lead = () => {
      if (waiting.signal.aborted) return undefined;
      leads = true;
      tell("answers");
      onWon();
      return new Promise((resolve) => waiting.signal.addEventListener("abort", resolve));
    };
    locks.request(name, steal ? { steal } : { signal: waiting.signal }, lead).catch((error: unknown) => {
      if (waiting.signal.aborted) return;
      leads = false;
      // Another tab took the lock away: this one queues for it again. A browser that gives none is asked seldom.
      const isTaken = error instanceof DOMException && error.name === "AbortError";
      if (isTaken) request(false);
      else stop = timers.after(ELECTION_MS, () => request(false));
    });
  };

  return {
    isLeader: () => leads,
    call() {
      stop();
      if (!hasJoined) {
        hasJoined = true;
        request(false);
      } else if (!leads) {
        stop = timers.after(ELECTION_MS, () => request(true));
        tell("calls");
      }
    },
    hear({ kind }) {
      // Who leads is awake: the lock stays there.
      if (kind === "answers") stop();
      else if (kind === "calls" && leads) tell("answers");
    },
    leave() {
      stop();
      hasJoined = false;
      leads = false;
      giveUp();
    },
  };
}
