// Which of a shop's tabs speaks for all of them, where the browser has locks: the one that holds the lock.
import type { Election } from "@/features/session/model/election";

interface Parts {
  locks: Pick<LockManager, "request">;
  /** of the lock, the same in all tabs of a shop */
  name: string;
  /** this tab leads now */
  onWon: () => void;
}

/** The browser gives a closed tab's lock to the next one. A tab that sleeps with it loses it to the one that calls. */
export function createLockElection({ locks, name, onWon }: Parts): Election {
  let leads = false;
  let hasJoined = false;
  let giveUp: () => void = () => undefined;

  const request = (steal: boolean) => {
    const waiting = new AbortController();
    giveUp = () => waiting.abort();
    const lead = () => {
      if (waiting.signal.aborted) return undefined;
      leads = true;
      onWon();
      return new Promise((resolve) => waiting.signal.addEventListener("abort", resolve));
    };
    locks
      .request(name, steal ? { steal } : { signal: waiting.signal }, lead)
      .catch(() => undefined)
      .finally(() => {
        // Left, called, or the lock was taken away: then this tab queues for it again.
        if (waiting.signal.aborted) return;
        leads = false;
        if (hasJoined) request(false);
      });
  };

  return {
    isLeader: () => leads,
    call() {
      if (leads) return;
      giveUp();
      request(hasJoined);
      hasJoined = true;
    },
    hear: () => undefined,
    leave() {
      hasJoined = false;
      leads = false;
      giveUp();
    },
  };
}
