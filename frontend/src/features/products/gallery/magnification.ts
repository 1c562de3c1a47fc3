/** How far a picture is enlarged and where it is pushed, in CSS pixels from the middle of its frame. */
export interface View {
  scale: number;
  x: number;
  y: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const LARGEST = 4;
export const DOUBLE = 2.2;

const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The same view, never smaller than the frame and never past the picture's edge. */
export function kept({ scale, x, y }: View, frame: Size): View {
  const wanted = between(scale, 1, LARGEST);
  const sideways = ((wanted - 1) * frame.width) / 2;
  const upward = ((wanted - 1) * frame.height) / 2;
  // No minus zero: a style would spell it out.
  return { scale: wanted, x: between(x, -sideways, sideways) + 0, y: between(y, -upward, upward) + 0 };
}

/** Enlarged by `factor` so that the point under the fingers stays there. `at` counts from the frame's middle. */
export function enlarged(view: View, factor: number, at: Point, frame: Size): View {
  const scale = between(view.scale * factor, 1, LARGEST);
  const grown = scale / view.scale;
  return kept({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, frame);
}

/** Two fingers moved from `before` to `after`: their distance enlarges, their middle pushes. */
export function pinched(
  view: View,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  frame: Size,
): View {
  const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const apart = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y) || 1;
  const from = middle(before);
  const to = middle(after);
  const larger = enlarged(view, apart(after) / apart(before), from, frame);
  return kept({ ...larger, x: larger.x + to.x - from.x, y: larger.y + to.y - from.y }, frame);
}

/** A press looks closer at that place, or at the whole again. */
export const pressed = (view: View, at: Point, frame: Size): View =>
  view.scale > 1 ? WHOLE : enlarged(view, DOUBLE, at, frame);
