import type { SeatMapEngine } from "./engine";
import { wheelFactor, type Point } from "./view";

/** Who moves less than this has tapped; in pixels. */
const STEADY = 6;
/** Spreading two fingers on a touch pad comes as a wheel of small steps, with Ctrl. */
const FINGERS_ON_PAD = 4;

export interface GestureListeners {
  /** `finger`: not a mouse or a pen. */
  onTap: (point: Point, finger: boolean) => void;
  onHover: (point: Point | null) => void;
  /** Whether a wheel zooms without Ctrl: there is no page to scroll. */
  ownsWheel: () => boolean;
}

/** Mouse, pen, fingers and wheel on the map. Answers how to end it. */
export function listenToGestures(
  surface: HTMLElement,
  engine: SeatMapEngine,
  { onTap, onHover, ownsWheel }: GestureListeners,
): () => void {
  const down = new Map<number, Point>();
  let start: Point | null = null;
  let moved = false;
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

  surface.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !ownsWheel()) return;
      const factor = wheelFactor(event.ctrlKey ? event.deltaY * FINGERS_ON_PAD : event.deltaY, event.deltaMode);
      event.preventDefault();
      engine.zoomBy(factor, pointOf(event));
    },
    active,
  );
  return () => ending.abort();
}
