import type { Box } from "@/features/seat-map/plan/plan";

/** Zoom 1 shows the whole plan (catalogue §9). */
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 25;
export const ZOOM_IN = 1.25;
export const ZOOM_OUT = 0.75;

/** How much of the window stays empty around the plan at zoom 1, in pixels. */
const MARGIN = 16;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels = plan × scale + offset. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** What a view is held against: the plan and its window. */
export interface Frame {
  readonly box: Box;
  readonly size: Size;
  /** Pixels at the window's bottom that something else covers. */
  readonly covered: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function wholeScale({ box, size, covered }: Frame): number {
  const scale = (inside: number, outside: number) => Math.max(1, outside - 2 * MARGIN) / Math.max(inside, 1e-6);
  return Math.min(scale(box.width, size.width), scale(box.height, size.height - covered));
}

export const zoomOf = (view: View, frame: Frame): number => view.scale / wholeScale(frame);

export const scaleAt = (zoom: number, frame: Frame): number => wholeScale(frame) * clamp(zoom, MIN_ZOOM, MAX_ZOOM);

export function wholePlan(frame: Frame): View {
  return clampView({ scale: wholeScale(frame), x: 0, y: 0 }, frame);
}

/** The nearest view that is allowed: zoom within its bounds, the plan never pushed out of its window. */
export function clampView(view: View, frame: Frame): View {
  const whole = wholeScale(frame);
  const scale = clamp(view.scale, whole * MIN_ZOOM, whole * MAX_ZOOM);
  const along = (offset: number, start: number, length: number, window: number) => {
    const room = window - length * scale;
    if (room >= 2 * MARGIN) return room / 2 - start * scale;
    return clamp(offset, room - MARGIN - start * scale, MARGIN - start * scale);
  };
  const { box, size, covered } = frame;
  return {
    scale,
    x: along(view.x, box.x, box.width, size.width),
    y: along(view.y, box.y, box.height, size.height - covered),
  };
}

export const toPlan = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
});

export const toWindow = (view: View, x: number, y: number): Point => ({
  x: x * view.scale + view.x,
  y: y * view.scale + view.y,
});

/** Brings a point of the plan to a point of the window at a scale. */
export function viewThrough(planPoint: Point, windowPoint: Point, scale: number, frame: Frame): View {
  const allowed = clamp(scale, wholeScale(frame) * MIN_ZOOM, wholeScale(frame) * MAX_ZOOM);
  return clampView(
    { scale: allowed, x: windowPoint.x - planPoint.x * allowed, y: windowPoint.y - planPoint.y * allowed },
    frame,
  );
}

/** What lies under `point` stays there. */
export const zoomAbout = (view: View, point: Point, factor: number, frame: Frame): View =>
  viewThrough(toPlan(view, point), point, view.scale * factor, frame);

export const pan = (view: View, dx: number, dy: number, frame: Frame): View =>
  clampView({ scale: view.scale, x: view.x + dx, y: view.y + dy }, frame);

/** Two fingers: what lay under them before lies under them now. */
export function pinch(view: View, before: readonly [Point, Point], now: readonly [Point, Point], frame: Frame): View {
  const apart = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y);
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const factor = apart(before) > 0 ? apart(now) / apart(before) : 1;
  return viewThrough(toPlan(view, middle(before)), middle(now), view.scale * factor, frame);
}

/** One notch of a wheel is one press of a zoom button; finer movements are parts of it. */
export function wheelFactor(deltaY: number, deltaMode: number): number {
  const notches = clamp((deltaMode === 0 ? deltaY / 100 : deltaMode === 1 ? deltaY / 3 : deltaY) || 0, -1, 1);
  return notches < 0 ? ZOOM_IN ** -notches : ZOOM_OUT ** notches;
}

/** The same part of the plan in the middle, after the window has changed. */
export function resized(view: View, before: Frame, now: Frame): View {
  const middle = toPlan(view, { x: before.size.width / 2, y: before.size.height / 2 });
  return viewThrough(
    middle,
    { x: now.size.width / 2, y: now.size.height / 2 },
    scaleAt(zoomOf(view, before), now),
    now,
  );
}

/** Between two views; `part` from 0 to 1. Zoom changes by equal factors in equal times. */
export function between(from: View, to: View, part: number): View {
  if (part >= 1) return to;
  const scale = from.scale * (to.scale / from.scale) ** part;
  const done = Math.abs(to.scale - from.scale) < 1e-9 ? part : (scale - from.scale) / (to.scale - from.scale);
  return { scale, x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done };
}
