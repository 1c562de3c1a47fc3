import { useCallback, useState } from "react";
import { useHydrated } from "@/ui/hooks/use-hydrated";

type Kept = Record<string, unknown> | null;

/** The present entry of the browser's history, where the router keeps its own state beside. */
const keptHere = (): Kept => (typeof window === "undefined" ? null : (window.history.state as Kept));

/** State that belongs to a visit: going back to it and reloading find it again, a new visit begins anew. */
export function useVisitState<T>(name: string, first: T): [T, (next: T) => void] {
  const hydrated = useHydrated();
  const [kept] = useState(() => keptHere()?.[name] as T | undefined);
  const [changed, setChanged] = useState<{ to: T } | null>(null);
  const change = useCallback(
    (to: T) => {
      try {
        window.history.replaceState({ ...keptHere(), [name]: to }, "");
      } catch {
        // Safari takes a hundred changes in half a minute: who types faster is not remembered for a while.
      }
      setChanged({ to });
    },
    [name],
  );
  if (changed) return [changed.to, change];
  // The server knew nothing of it.
  return [hydrated && kept !== undefined ? kept : first, change];
}
