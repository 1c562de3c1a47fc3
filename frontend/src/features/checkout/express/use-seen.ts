import { useEffect, useState, type RefObject } from "react";

/** Whether the place has been in view: what somebody else would learn of the visit is not asked for before. */
export function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || seen) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place, seen]);
  return seen;
}
