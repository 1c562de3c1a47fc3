import { useEffect } from "react";
import { liesOver } from "@/ui/link";

/** While it is open, the way back closes it, and the page below stays. `hide` is always the same function. */
export function useWayBack(open: boolean, hide: () => void): void {
  useEffect(() => {
    if (!open) return undefined;
    if (!liesOver()) history.pushState({ ...(history.state as object | null), isOver: true }, "");
    addEventListener("popstate", hide);
    return () => {
      removeEventListener("popstate", hide);
      // Closed by other means: its visit ends too. A link that was followed has taken the place of that visit.
      if (liesOver()) history.back();
    };
  }, [hide, open]);
}
