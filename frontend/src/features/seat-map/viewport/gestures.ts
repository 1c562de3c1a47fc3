import type { SeatMapEngine } from "./engine";
import { wheelFactor, type Point } from "./view";

/** Who moves less than this has tapped; in pixels. */
const STEADY = 6;
/** A wheel that has scrolled the page this recently goes on scrolling it; in milliseconds. */
const SAME_TURN = 350;
/** Spreading two fingers on a touch pad comes as a wheel of small steps, with Ctrl. */
const FINGERS_ON_PAD = 4;

export interface GestureListeners {
  /** `finger`: not a mouse or a pen. */
  onTap: (point: Point, finger: boolean) => void;
  onHover: (point: Point | null) => void;
}

/** Mouse, pen, fingers and wheel on the map. Answers how to end it. */
export function listenToGestures(
  surface: HTMLElement,
  engine: SeatMapEngine,
  { onTap, onHover }: GestureListeners,
): () => void {
  const down = new Map<number, Point>();
  let start: Point | null = null;
  let moved = false;
  let pageScrolled = -Infinity;
  const ending = new AbortController();
  const options = { signal: ending.signal };
  const active = { ...options, passive: false };

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const pair = (): readonly [Point, Point] | null => {
    const [one, other] = [...down.values()];
    return one && other ? [one, other] : null;
  };

  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      const point = pointOf(event);
      down.set(event.pointerId, point);
      moved = down.size > 1;
      start = point;
      surface.setPointerCapture(event.pointerId);
      onHover(null);
    },
    options,
  );
  surface.addEventListener(
    "pointermove",
    (event) => {
      const point = pointOf(event);
      const last = down.get(event.pointerId);
      if (!last) {
        if (event.pointerType !== "touch") onHover(point);
        return;
      }
      if (!moved && start && Math.hypot(point.x - start.x, point.y - start.y) < STEADY) return;
      moved = true;
      const before = pair();
      down.set(event.pointerId, point);
      const now = pair();
      if (before && now) engine.pinch(before, now);
      else engine.move(point.x - last.x, point.y - last.y);
    },
    options,
  );
  const end = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (event.type === "pointerup" && down.size === 0 && !moved) onTap(pointOf(event), event.pointerType === "touch");
  };
  surface.addEventListener("pointerup", end, options);
  surface.addEventListener("pointercancel", end, options);
  const leave = (event: PointerEvent) => {
    if (!down.has(event.pointerId)) onHover(null);
  };
  surface.addEventListener("pointerleave", leave, options);

  // Two fingers are the map's, also where one finger scrolls the page.
  surface.addEventListener(
    "touchmove",
    (event) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    },
    active,
  );

  const scrolled = () => {
    pageScrolled = performance.now();
  };
  window.addEventListener("scroll", scrolled, { ...options, passive: true });
  surface.addEventListener(
    "wheel",
    (event) => {
      const factor = wheelFactor(event.ctrlKey ? event.deltaY * FINGERS_ON_PAD : event.deltaY, event.deltaMode);
      // Nobody is held up who scrolls across the map, or out of it when all of it is to be seen.
      const elsewhere =
        !event.ctrlKey && (performance.now() - pageScrolled < SAME_TURN || (factor < 1 && !engine.canZoomOut));
      if (elsewhere || factor === 1) return;
      event.preventDefault();
      engine.zoomBy(factor, pointOf(event));
    },
    active,
  );
  return () => ending.abort();
}
