import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "@/ui/hooks/use-hydrated";
import { useMedia } from "@/ui/hooks/use-media";
import { useVisitState } from "@/ui/hooks/use-visit-state";

/** So many more at a time (catalogue §9). Fingers get fewer, wherever the page itself has more of them. */
const STEP = 18;
const FINGER_STEP = 6;
/** Pixels below the window at which the list goes on. */
const AHEAD = 900;
const FINGER_AHEAD = 300;

interface List {
  /** how many the page has so far */
  count: number;
  hasNextPage: boolean;
  /** where the next page begins */
  after: string | null;
  /** fetches it */
  load: () => Promise<unknown>;
}

interface Endless {
  shown: number;
  /** how many of them there were at first; the others came when they were near */
  first: number;
  /** places laid out below them for those that come next, so that nothing moves when they do */
  places: number;
  /** more than at first were asked for in this visit */
  grown: boolean;
  failed: boolean;
  more: () => void;
  /** the first of the places, and what stands below them all */
  ahead: RefObject<HTMLLIElement | null>;
  end: RefObject<HTMLDivElement | null>;
}

/** Asked of the page itself, and acted upon at once: in the next moment it may be scrolled elsewhere. */
const isSeen = (box: Element | null): boolean => box !== null && box.getBoundingClientRect().top < window.innerHeight;

/**
 * A list that goes on as one comes near its end. Until the page hears, all are shown and styles show fingers the first
 * ones (theme/parts.css). A visit that is returned to has as many as one had come to.
 */
export function useEndless({ count, hasNextPage, after, load }: List): Endless {
  const byFinger = useMedia("(pointer: coarse)");
  const hydrated = useHydrated();
  const step = byFinger ? FINGER_STEP : STEP;
  const [wanted, setWanted] = useVisitState("wanted", FINGER_STEP);
  const [failed, setFailed] = useState(false);
  // What stands below the list must not be pushed away from who looks at it.
  const [roomy, setRoomy] = useState(true);
  const ahead = useRef<HTMLLIElement>(null);
  const end = useRef<HTMLDivElement>(null);

  const shown = byFinger ? Math.min(count, wanted) : count;
  const missing = hasNextPage ? Math.max(0, wanted - shown) : 0;
  const known = hasNextPage ? Infinity : count - shown;
  const places = hydrated ? Math.min(known, failed ? 0 : missing + (roomy ? step : 0)) : 0;

  const more = () => {
    setFailed(false);
    setWanted(shown + step);
    setRoomy(!isSeen(end.current));
  };

  const loadNext = useEffectEvent(() => {
    load().catch(() => {
      setFailed(true);
      setWanted(shown);
    });
  });
  useEffect(() => {
    if (missing > 0) loadNext();
  }, [missing, after]);

  const come = useEffectEvent(more);
  useEffect(() => {
    const place = ahead.current;
    if (!place || missing > 0) return;
    const near = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && flushSync(come), {
      rootMargin: `${byFinger ? FINGER_AHEAD : AHEAD}px`,
    });
    near.observe(place);
    return () => near.disconnect();
  }, [byFinger, missing, places, shown]);

  useEffect(() => {
    const below = end.current;
    if (!below) return;
    const left = new IntersectionObserver(() => {
      if (!isSeen(below)) flushSync(() => setRoomy(true));
    });
    left.observe(below);
    return () => left.disconnect();
  }, [places]);

  return { shown, first: step, places, grown: wanted > FINGER_STEP, failed, more, ahead, end };
}
