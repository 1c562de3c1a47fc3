// Which of a shop's tabs speaks for all of them (purchase §4, §9), in browsers without locks.
import type { Timers } from "@/features/session/model/timers";

/** How long the others have to answer, and how long after a tab has closed they are asked anew. */
export const ELECTION_MS = 1000;
const NUMBERS = 10_000;

/** `calls`: all others answer with their numbers; `leaves`: the tab closes. */
export interface ElectionMessage {
  kind: "calls" | "answers" | "leaves";
  tab: string;
  number: number;
}

interface Parts {
  /** what tells tabs with the same number apart */
  tab: string;
  /** from 0 up to, and without, 1 */
  random: () => number;
  timers: Timers;
  post: (message: ElectionMessage) => void;
  /** an election is over, and this tab has won it */
  onWon: () => void;
}

export interface Election {
  isLeader: () => boolean;
  /** Asks all other tabs for their numbers; who does not answer any more is forgotten. */
  call: () => void;
  hear: (message: ElectionMessage) => void;
  leave: () => void;
}

/** The tab with the highest number leads; of two with the same, the one whose name comes last. */
export function createElection({ tab, random, timers, post, onWon }: Parts): Election {
  const number = Math.floor(random() * NUMBERS);
  const others = new Map<string, number>();
  let isOver = false;
  let stop: () => void = () => undefined;

  const isLeader = () => isOver && [...others].every(([other, its]) => its < number || (its === number && other < tab));

  const later = (run: () => void) => {
    stop();
    stop = timers.after(ELECTION_MS, run);
  };

  const call = () => {
    others.clear();
    isOver = false;
    post({ kind: "calls", tab, number });
    later(() => {
      isOver = true;
      if (isLeader()) onWon();
    });
  };

  return {
    isLeader,
    call,
    hear({ kind, tab: other, number: its }) {
      if (kind === "leaves") {
        others.delete(other);
        later(call);
        return;
      }
      others.set(other, its);
      if (kind === "calls") post({ kind: "answers", tab, number });
    },
    leave() {
      stop();
      isOver = false;
      post({ kind: "leaves", tab, number });
    },
  };
}
