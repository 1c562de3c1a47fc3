import { useCallback, useEffect, useRef, useState } from "react";
import { loadSeats, type Seats, type SeatSource } from "@/features/seat-map/choice/load";
import { watch } from "@/features/seat-map/choice/watch";

interface SeatsHere {
  seats: Seats | null;
  failed: boolean;
  /** Asks now, not in a few seconds: resolves with what the server says. */
  refresh: () => Promise<Seats | null>;
}

function unchanged(one: Seats | null, other: Seats): boolean {
  if (one?.plan !== other.plan) return false;
  for (let place = 0; place < one.plan.count; place += 1)
    if (one.free.isFree(place) !== other.free.isFree(place)) return false;
  return true;
}

/** An event's seats, loaded once and looked at again every few seconds while the page is seen. */
export function useSeats(source: SeatSource): SeatsHere {
  const [seats, setSeats] = useState<Seats | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef<Seats | null>(null);
  const { version, compactUrl, availabilityUrl } = source;

  const look = useCallback(
    async (signal?: AbortSignal) => {
      const next = await loadSeats({ version, compactUrl, availabilityUrl }, latest.current?.plan ?? null, signal);
      if (signal?.aborted) return null;
      if (!unchanged(latest.current, next)) {
        latest.current = next;
        setSeats(next);
      }
      setFailed(false);
      return latest.current;
    },
    [availabilityUrl, compactUrl, version],
  );

  useEffect(() => {
    const abort = new AbortController();
    look(abort.signal).catch(() => {
      if (!abort.signal.aborted) setFailed(true);
    });
    const stop = watch({ ask: look });
    return () => {
      abort.abort();
      stop();
    };
  }, [look]);

  const refresh = useCallback(() => look().catch(() => null), [look]);
  return { seats, failed, refresh };
}
