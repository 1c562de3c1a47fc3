import { isReleased, secondsLeft } from "@/features/cart/model/reservation";
import { serverNow } from "@/lib/time/server-clock";

export interface ReservationClock {
  subscribe: (listener: () => void) => () => void;
  /** until the reservation ends; null without one */
  seconds: () => number | null;
  /** Counts down to a moment; `onEnd` is called once what was reserved until then is released. Returns how to stop. */
  run: (validUntil: string | null, onEnd: () => void) => () => void;
}

/** The one clock of an app's reservation: every view of it shows the same second. */
export function createReservationClock(): ReservationClock {
  let seconds: number | null = null;
  const listeners = new Set<() => void>();
  const show = (next: number | null) => {
    if (next === seconds) return;
    seconds = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seconds: () => seconds,
    run(validUntil, onEnd) {
      if (!validUntil) {
        show(null);
        return () => undefined;
      }
      const tick = () => {
        const now = serverNow();
        show(secondsLeft(validUntil, now));
        if (!isReleased(validUntil, now)) return;
        clearInterval(timer);
        onEnd();
      };
      const timer = setInterval(tick, 1000);
      tick();
      return () => clearInterval(timer);
    },
  };
}
