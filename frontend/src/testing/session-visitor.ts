// A device with a clock of its own, the visitor's session on the server, and the tabs that keep it.
import { createElection, type Election } from "@/features/session/model/election";
import { createSession, type Session, type SessionMessage } from "@/features/session/model/session";
import type { Timers } from "@/features/session/model/timers";

export const MINUTE = 60_000;
export const LIFETIME = 20 * MINUTE;
export const START = Date.parse("2030-01-01T12:00:00Z");

interface Timer {
  at: number;
  every: number | null;
  run: () => void;
}

/** A clock of its own for each device: what sleeps has no timers. */
export class Device {
  now = START;
  private timers = new Set<Timer>();
  readonly timersOf: Timers = {
    after: (ms, run) => this.set({ at: this.now + ms, every: null, run }),
    every: (ms, run) => this.set({ at: this.now + ms, every: ms, run }),
  };

  private set(timer: Timer): () => void {
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      const [next] = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.now = Math.max(this.now, next.at);
      if (next.every === null) this.timers.delete(next);
      else next.at = this.now + next.every;
      next.run();
      await settled();
    }
    this.now = until;
    await settled();
  }

  /** Time goes by without a timer; those that are due come late, when it wakes. */
  sleep(ms: number): void {
    this.now += ms;
  }
}

export const settled = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

/** A visitor's session on the server, by the server's clock, and the tabs that keep it. */
export class Visitor {
  device = new Device();
  lifetime = LIFETIME;
  bornAt = START;
  endsAt: number | null = START + 20 * MINUTE;
  pieces = 2;
  /** how far the device's clock is ahead of what is known of the server's */
  skew = 0;
  isOffline = false;
  isVisible = true;
  isHurried = false;
  /** The one tab leads as soon as it is opened. */
  hasLocks = false;
  beats: string[] = [];
  asked: string[] = [];
  read: string[] = [];
  announced: string[] = [];
  shown: Record<string, number | null> = {};
  tabs = new Map<string, Session>();
  deaf = new Set<string>();
  /** tabs that hear what is sent to them only once they are awake */
  asleep = new Map<string, SessionMessage[]>();
  private hears = new Map<string, (message: SessionMessage) => void>();

  private answer = <T>(value: () => T): Promise<T> =>
    this.isOffline ? Promise.reject(new Error("offline")) : Promise.resolve(value());

  private alive(): number | null {
    if (this.endsAt !== null && this.device.now >= this.endsAt) {
      this.endsAt = null;
      this.pieces = 0;
    }
    return this.endsAt;
  }

  private told = () => {
    const end = this.alive();
    return end === null ? null : new Date(end).toISOString();
  };

  wakeUp(tab: string): void {
    const missed = this.asleep.get(tab) ?? [];
    this.asleep.delete(tab);
    for (const message of missed) this.hears.get(tab)?.(message);
  }

  open(tab: string, number: number): Session {
    const session = createSession({
      lifetimeMs: this.lifetime,
      elect: (parts) =>
        this.hasLocks
          ? wonAtOnce(parts.onWon)
          : createElection({ tab, random: () => (number + 0.5) / 10_000, timers: this.device.timersOf, ...parts }),
      now: () => this.device.now + this.skew,
      timers: this.device.timersOf,
      openChannel: (hear) => {
        this.hears.set(tab, hear);
        return {
          post: (message) =>
            this.hears.forEach(
              (other, name) =>
                name !== tab && !this.deaf.has(name) && (this.asleep.get(name)?.push(message) ?? other(message)),
            ),
          close: () => this.hears.delete(tab),
        };
      },
      isVisible: () => this.isVisible,
      renew: () =>
        this.answer(() => {
          this.beats.push(tab);
          if (this.alive() !== null) this.endsAt = Math.min(this.device.now + this.lifetime, this.bornAt + 60 * MINUTE);
          return this.told();
        }),
      expiresAt: () =>
        this.answer(() => {
          this.asked.push(tab);
          this.skew = 0;
          return this.told();
        }),
      readCart: () =>
        this.answer(() => {
          this.read.push(tab);
          this.alive();
          return this.pieces;
        }),
      announceCart: () => void this.announced.push(tab),
      show: (seconds) => {
        this.shown[tab] = seconds;
      },
    });
    this.tabs.set(tab, session);
    session.hold(this.pieces, this.told(), this.isHurried);
    session.join();
    return session;
  }
}

/** The election of the only tab, where the browser has locks. */
function wonAtOnce(onWon: () => void): Election {
  let leads = false;
  const win = () => {
    leads = true;
    onWon();
  };
  return {
    isLeader: () => leads,
    call: () => queueMicrotask(win),
    hear: () => undefined,
    leave: () => (leads = false),
  };
}
