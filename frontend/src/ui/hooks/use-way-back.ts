import { useEffect } from "react";
import { liesOver } from "@/ui/link";

/** Leaves a visit of something that no longer lies over the page: it was closed, the page was reloaded, or the way forward led here. */
function leaveEmptyVisit(): void {
  if (liesOver()) history.back();
}

/** While it is open, the way back closes it, and the page below stays. `hide` is always the same function. */
export function useWayBack(open: boolean, hide: () => void): void {
  useEffect(() => {
    if (open) {
      if (!liesOver()) history.pushState({ ...(history.state as object | null), isOver: true }, "");
    } else {
      // A link that was followed has taken the place of the visit.
      leaveEmptyVisit();
    }
    const end = open ? hide : leaveEmptyVisit;
    addEventListener("popstate", end);
    return () => removeEventListener("popstate", end);
  }, [hide, open]);
}
