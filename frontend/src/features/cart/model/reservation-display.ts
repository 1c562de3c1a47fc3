export interface ReservationDisplay {
  subscribe: (listener: () => void) => () => void;
  /** until the reservation ends; null before they are counted */
  seconds: () => number | null;
  show: (seconds: number | null) => void;
}

/** What an app's one clock counts (features/session): every view of the reservation shows the same second. */
export function createReservationDisplay(): ReservationDisplay {
  let shown: number | null = null;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seconds: () => shown,
    show(seconds) {
      if (seconds === shown) return;
      shown = seconds;
      for (const listener of listeners) listener();
    },
  };
}
