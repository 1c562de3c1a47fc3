import { useCallback } from "react";
import type { EventFilter } from "@/features/events/filter";
import { useVisitState } from "@/ui/hooks/use-visit-state";

const NO_FILTER: EventFilter = { text: "", hideSoldOut: false };

/** What dates are narrowed by, how to change it and how to begin anew; it outlives going away and reloading. */
export function useEventFilter(): [EventFilter, (next: EventFilter) => void, () => void] {
  const [filter, setFilter] = useVisitState("filter", NO_FILTER);
  return [filter, setFilter, useCallback(() => setFilter(NO_FILTER), [setFilter])];
}
