import { HEARTBEAT, SESSION_EXPIRES_AT } from "@/generated/features/session/api/session";
import { createElection } from "@/features/session/model/election";
import { createLockElection } from "@/features/session/model/lock-election";
import { createSession, type Session, type SessionMessage } from "@/features/session/model/session";
import { browserTimers } from "@/features/session/model/timers";
import { openTabChannel } from "@/lib/tab-channel";
import type { ShopPage } from "@/lib/shop-data";
import { serverNow } from "@/lib/time/server-clock";
import type { Client } from "@/lib/wire/client";

/** What says that somebody is there: a press, a key, a turn of the wheel. A pointer that only moves does not. */
const ACTS = ["pointerdown", "keydown", "wheel"] as const;
const isVisible = () => document.visibilityState === "visible";

interface Cart {
  read: () => Promise<number>;
  announce: () => void;
  show: (seconds: number | null) => void;
  /** the server has told that it is reserved until then */
  prolong: (until: string) => void;
}

/** The session of this tab's visitor, asked for by GraphQL. */
export function openSession({ shopSlug, sessionSeconds }: ShopPage, client: Client, cart: Cart): Session {
  const learned = (until: string | null) => {
    if (until !== null) cart.prolong(until);
    return until;
  };
  return createSession({
    lifetimeMs: sessionSeconds * 1000,
    elect(parts) {
      const own = { ...parts, tab: String(Math.random()), timers: browserTimers };
      // There only where the connection is safe, and not in each browser that the pages run in.
      return "locks" in navigator
        ? createLockElection({ ...own, locks: navigator.locks, name: `shop:${shopSlug}:session` })
        : createElection({ ...own, random: Math.random });
    },
    now: serverNow,
    timers: browserTimers,
    openChannel: (hear) => openTabChannel<SessionMessage>(shopSlug, "session", hear),
    isVisible,
    async renew() {
      const apollo = await client.load();
      const { data } = await apollo.mutate({ mutation: HEARTBEAT, variables: { input: {} }, fetchPolicy: "no-cache" });
      if (!data) throw new Error("HEARTBEAT had no answer");
      return learned(data.heartbeat.session.expiresAt);
    },
    async expiresAt() {
      const apollo = await client.load();
      const { data } = await apollo.query({ query: SESSION_EXPIRES_AT, fetchPolicy: "no-cache" });
      if (!data) throw new Error("SESSION_EXPIRES_AT had no answer");
      return learned(data.session.expiresAt);
    },
    readCart: cart.read,
    announceCart: cart.announce,
    show: cart.show,
  });
}

/** Has the session live with its page: what the visitor does, and when the page is out of sight. Returns how to end it. */
export function liveWithPage(session: Session): () => void {
  const act = () => void session.act();
  const see = () => {
    if (isVisible()) session.wake();
  };
  const come = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    session.join();
    session.wake();
  };
  for (const name of ACTS) window.addEventListener(name, act, { passive: true, capture: true });
  document.addEventListener("visibilitychange", see);
  window.addEventListener("pageshow", come);
  window.addEventListener("pagehide", session.leave);
  session.join();
  // Whoever opens a page is there.
  if (isVisible()) act();
  return () => {
    for (const name of ACTS) window.removeEventListener(name, act, { capture: true });
    document.removeEventListener("visibilitychange", see);
    window.removeEventListener("pageshow", come);
    window.removeEventListener("pagehide", session.leave);
    session.leave();
  };
}
