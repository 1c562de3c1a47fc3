// The visitor's session as the browser's tabs keep it (purchase §4, §9; docs/decisions/0065).
import type { Election, ElectionMessage } from "@/features/session/model/election";
import type { Timers } from "@/features/session/model/timers";
import type { TabChannel } from "@/lib/tab-channel";
import { isReleased, secondsLeft } from "@/lib/time/reservation";

const CHECK_MS = 60_000;
/** So long before its end all tabs read the cart. */
const BEFORE_END_MS = 30_000;
const TICK_MS = 1000;
/** A second that takes longer: the tab or the device slept, or a clock was set. */
const LATE_MS = 10_000;
/** After a question that nobody answered. */
const PATIENCE_MS = 10_000;
/** From here on one is told how little is left; long before the last 20 seconds (WCAG 2.2.1). */
export const WARN_SECONDS = 5 * 60;
const EXTENDED_MS = 6000;

/** `at`: when, by the server's clock as the tab knows it that has just been answered */
type Renewal = { kind: "renewed"; at: number; expiresAt: string | null };
export type SessionMessage = ElectionMessage | { kind: "acted" } | Renewal;

/**
 * `last`: little is left and it cannot be made longer; `extended`: it just was; `ended`: it took things along; `moved`: it
 * is gone before its time, as what goes on in another browser is.
 */
export type Notice = "warning" | "last" | "extended" | "ended" | "moved";

const isOver = (notice: Notice | null) => notice === "ended" || notice === "moved";

export interface SessionPorts {
  /** how long a session lasts after its renewal */
  lifetimeMs: number;
  /** Opens the election of the tab that speaks for all. `onWon`: it is this one. */
  elect: (parts: { post: (message: ElectionMessage) => void; onWon: () => void }) => Election;
  /** now by the server's clock in ms */
  now: () => number;
  timers: Timers;
  openChannel: (hear: (message: SessionMessage) => void) => TabChannel<SessionMessage>;
  isVisible: () => boolean;
  /** HEARTBEAT: the new end, or null without a session; rejects without an answer, like all that ask. */
  renew: () => Promise<string | null>;
  /** SESSION_EXPIRES_AT */
  expiresAt: () => Promise<string | null>;
  /** how many pieces lie in the cart */
  readCart: () => Promise<number>;
  /** has the other tabs read the cart anew */
  announceCart: () => void;
  show: (seconds: number | null) => void;
}

export interface Session {
  subscribe: (listener: () => void) => () => void;
  notice: () => Notice | null;
  dismiss: () => void;
  /** What lies in the cart, and until when as far as the cart was read; nothing in it is nothing to keep. */
  hold: (pieces: number, validUntil: string | null, isShort: boolean) => void;
  /** Pages on which nothing is asked and nothing is said. */
  setQuiet: (quiet: boolean) => void;
  /** The visitor does something. Says whether the session is being renewed for it. */
  act: () => boolean;
  /** The tab is seen again. */
  wake: () => void;
  /** One press; rejects without an answer. */
  extend: () => Promise<void>;
  /** Among the shop's other tabs, and no more. */
  join: () => void;
  leave: () => void;
}

export function createSession(ports: SessionPorts): Session {
  const { lifetimeMs, now, timers } = ports;
  const countdownMs = Math.max(lifetimeMs - BEFORE_END_MS, lifetimeMs / 2);
  const listeners = new Set<() => void>();
  const stops: (() => void)[] = [];
  let channel: TabChannel<SessionMessage> | null = null;
  let held = 0;
  let expiresAt: string | null = null;
  let beatAt = -Infinity;
  let tickedAt = now();
  let hasActed = false;
  let isQuiet = false;
  let isDismissed = false;
  /** the last heartbeat was given less than it asked for: the session is as old as sessions get */
  let isOld = false;
  /** many want what is held: only an address at the checkout gives more time */
  let isHurried = false;
  let notice: Notice | null = null;
  let renewing: Promise<void> | null = null;
  let asking: Promise<void> | null = null;
  let isWaiting = false;
  let stopCountdown: () => void = () => undefined;

  const tell = (next: Notice | null) => {
    if (next === notice) return;
    notice = next;
    for (const listener of listeners) listener();
  };
  const post = (message: SessionMessage) => channel?.post(message);
  const election = ports.elect({ post, onWon: lead });

  /** How long ago the session was renewed, by whatever, as far as one knows. */
  const age = () => {
    const at = now();
    // What seems to come yet is of a clock that was set.
    const known = [beatAt, expiresAt ? Date.parse(expiresAt) - lifetimeMs : -Infinity].filter((moment) => moment <= at);
    return at - Math.max(...known);
  };
  const isDue = () => age() >= CHECK_MS;

  function restartCountdown(): void {
    stopCountdown();
    stopCountdown = timers.after(countdownMs, () => {
      restartCountdown();
      if (held === 0 || !election.isLeader()) return;
      ports.announceCart();
      if (!isQuiet) void ports.readCart().catch(() => undefined);
    });
  }

  function lead(): void {
    const isKnown = expiresAt !== null || beatAt > -Infinity;
    // A page that was just opened asks when the session ends: else each opening would renew it.
    if (isKnown) check();
    else void ask().then(check);
  }

  function check(): void {
    if (held === 0 || !hasActed) return;
    if (election.isLeader()) {
      if (isDue()) renew().catch(() => undefined);
    } else if (age() >= 2 * CHECK_MS) {
      // Whoever leads would have renewed it: that tab sleeps.
      election.call();
    }
  }

  /** The server has told when the session ends. */
  async function learn(next: string | null): Promise<void> {
    tickedAt = now();
    if (next !== null && !isReleased(next, now())) {
      expiresAt = next;
      count();
    } else if (!isQuiet && held > 0) await end();
  }

  async function end(): Promise<void> {
    const before = held;
    const hasMoved = expiresAt !== null && secondsLeft(expiresAt, now()) * 1000 > LATE_MS;
    const left = await ports.readCart();
    held = left;
    expiresAt = null;
    ports.show(null);
    // An order took it along, perhaps by another tab.
    if (left < before) tell(hasMoved ? "moved" : "ended");
  }

  function count(): void {
    if (expiresAt === null) return;
    const seconds = secondsLeft(expiresAt, now());
    ports.show(seconds);
    if (seconds >= WARN_SECONDS) {
      isDismissed = false;
      if (notice === "warning" || notice === "last") {
        tell("extended");
        timers.after(EXTENDED_MS, () => notice === "extended" && tell(null));
      } else if (isOver(notice)) tell(null);
    } else if (!isDismissed) {
      tell(isOld || isHurried ? "last" : "warning");
    }
  }

  const hasSlept = () => Math.abs(now() - tickedAt) > LATE_MS;

  function tick(): void {
    const slept = hasSlept();
    if (!slept || ports.isVisible()) tickedAt = now();
    if (expiresAt === null || !ports.isVisible()) return;
    if ((slept || isReleased(expiresAt, now())) && !isQuiet) void ask();
    else count();
  }

  function ask(): Promise<void> {
    if (held === 0 || isQuiet || isWaiting) return Promise.resolve();
    asking ??= ports
      .expiresAt()
      .then(learn)
      .catch(() => {
        isWaiting = true;
        timers.after(PATIENCE_MS, () => (isWaiting = false));
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  function renew(): Promise<void> {
    renewing ??= ports
      .renew()
      .then(async (next) => {
        const renewal: Renewal = { kind: "renewed", at: now(), expiresAt: next };
        post(renewal);
        await takeRenewal(renewal);
      })
      .finally(() => {
        renewing = null;
      });
    return renewing;
  }

  function takeRenewal({ at, expiresAt: next }: Renewal): Promise<void> {
    beatAt = at;
    hasActed = false;
    isOld = next !== null && Date.parse(next) - at < lifetimeMs - 2 * CHECK_MS;
    restartCountdown();
    return learn(next);
  }

  function act(): boolean {
    if (held === 0 || hasActed) return false;
    hasActed = true;
    const renews = election.isLeader() && isDue();
    if (renews) renew().catch(() => undefined);
    else if (!election.isLeader()) post({ kind: "acted" });
    return renews;
  }

  function hear(message: SessionMessage): void {
    if (message.kind === "acted") {
      hasActed = true;
      if (election.isLeader()) check();
    } else if (message.kind === "renewed") void takeRenewal(message).catch(() => undefined);
    else election.hear(message);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notice: () => notice,
    dismiss() {
      isDismissed = true;
      tell(null);
    },
    hold(pieces, validUntil, isShort) {
      const before = held;
      held = pieces;
      isHurried = isShort;
      if (pieces === 0) {
        // Whoever read the cart first: what went at the session's end went with it.
        const hasEnded = before > 0 && expiresAt !== null && now() >= Date.parse(expiresAt);
        expiresAt = null;
        ports.show(null);
        if (hasEnded) tell("ended");
        else if (!isOver(notice)) tell(null);
      } else if (validUntil !== null) {
        restartCountdown();
        void learn(validUntil).catch(() => undefined);
      } else if (expiresAt === null) void ask();
    },
    setQuiet(quiet) {
      const wasQuiet = isQuiet;
      isQuiet = quiet;
      if (wasQuiet && !quiet) void ask();
    },
    act,
    wake() {
      if (!act() && hasSlept()) void ask();
    },
    extend: renew,
    join() {
      channel = ports.openChannel(hear);
      stops.push(timers.every(TICK_MS, tick), timers.every(CHECK_MS, check));
      restartCountdown();
      election.call();
    },
    leave() {
      election.leave();
      for (const stop of stops.splice(0)) stop();
      stopCountdown();
      channel?.close();
      channel = null;
    },
  };
}
