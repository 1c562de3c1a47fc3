import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** A page that takes another one's place begins at its top; before the paint, or the end of the shorter one is seen. */
export function useTop(): void {
  const { key } = useLocation();
  const kind = useNavigationType();
  useLayoutEffect(() => {
    if (kind === NavigationType.Replace) window.scrollTo(0, 0);
  }, [key, kind]);
}
