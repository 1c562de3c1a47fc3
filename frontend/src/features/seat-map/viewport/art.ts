import { nearest, reachOf, type Grid, type Reach } from "@/features/seat-map/plan/grid";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { mainCategory } from "./palette";

/** A section, ready to be drawn: its outline, where its name stands and how much room that has. */
export interface SectionArt extends Reach {
  readonly path: Path2D;
  readonly outline: Float32Array;
  readonly category: number;
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly height: number;
}

/** Where names of rows stand, by row: before its first seat and behind its last; NaN where another seat stands. */
export interface RowNames {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export function sectionArt(plan: SeatPlan, pitch: number): SectionArt[] {
  return plan.sections.map((section) => {
    const outline = section.hull.length >= 6 ? section.hull : boxAround(plan, section.first, section.last, pitch);
    const path = new Path2D();
    for (let at = 0; at + 1 < outline.length; at += 2) path.lineTo(outline[at] ?? 0, outline[at + 1] ?? 0);
    path.closePath();
    const corners = Array.from({ length: outline.length >> 1 }, (_, at) => at * 2);
    const reach = reachOf({
      count: corners.length,
      x: Float32Array.from(corners, (at) => outline[at] ?? 0),
      y: Float32Array.from(corners, (at) => outline[at + 1] ?? 0),
    });
    const middle = middleOf(outline);
    return {
      ...reach,
      path,
      outline,
      category: section.category >= 0 ? section.category : mainCategory(plan, section.first, section.last),
      ...middle,
      ...roomAt(outline, middle.x, middle.y),
    };
  });
}

function boxAround(plan: SeatPlan, first: number, last: number, pitch: number): Float32Array {
  const xs = plan.x.subarray(first, last);
  const ys = plan.y.subarray(first, last);
  if (xs.length === 0) return new Float32Array();
  const bound = (values: Float32Array, better: (a: number, b: number) => number) => values.reduce(better);
  const [left, right] = [bound(xs, Math.min) - pitch, bound(xs, Math.max) + pitch];
  const [top, bottom] = [bound(ys, Math.min) - pitch, bound(ys, Math.max) + pitch];
  return Float32Array.of(left, top, right, top, right, bottom, left, bottom);
}

/** The outline's centre of gravity; the middle of its corners where it has no area. */
export function middleOf(outline: Float32Array): { x: number; y: number } {
  let area = 0;
  let x = 0;
  let y = 0;
  let sumX = 0;
  let sumY = 0;
  const count = outline.length / 2;
  for (let at = 0; at < count; at++) {
    const [x1 = 0, y1 = 0] = outline.subarray(at * 2, at * 2 + 2);
    const next = ((at + 1) % count) * 2;
    const [x2 = 0, y2 = 0] = outline.subarray(next, next + 2);
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
    sumX += x1;
    sumY += y1;
  }
  if (Math.abs(area) < 1e-6) return { x: sumX / Math.max(1, count), y: sumY / Math.max(1, count) };
  return { x: x / (3 * area), y: y / (3 * area) };
}

/** How wide and high the outline is on the lines through a point. */
function roomAt(outline: Float32Array, x: number, y: number): { room: number; height: number } {
  const across = crossings(outline, y, 1, 0).map((value) => value - x);
  const along = crossings(outline, x, 0, 1).map((value) => value - y);
  const width = (values: readonly number[]) =>
    Math.min(...values.filter((value) => value > 0), Infinity) -
    Math.max(...values.filter((value) => value <= 0), -Infinity);
  const finite = (value: number) => (Number.isFinite(value) ? value : 0);
  return { room: finite(width(across)), height: finite(width(along)) };
}

/** Where the outline's sides cross a line on which `level` is the coordinate at `levelAt`. */
function crossings(outline: Float32Array, level: number, levelAt: 0 | 1, valueAt: 0 | 1): number[] {
  const found: number[] = [];
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length;
    const [a, b] = [outline[at + levelAt] ?? 0, outline[next + levelAt] ?? 0];
    if (a > level === b > level) continue;
    const part = (level - a) / (b - a);
    found.push((outline[at + valueAt] ?? 0) * (1 - part) + (outline[next + valueAt] ?? 0) * part);
  }
  return found;
}

export function isInside(outline: Float32Array, x: number, y: number): boolean {
  return crossings(outline, y, 1, 0).filter((value) => value > x).length % 2 === 1;
}

export function rowNames(plan: SeatPlan, grid: Grid): RowNames {
  const x = new Float32Array(plan.rows.length * 2).fill(Number.NaN);
  const y = new Float32Array(plan.rows.length * 2).fill(Number.NaN);
  // Two blocks that share an aisle need not both name the row in it.
  const named = new Map<string, (readonly [number, number])[]>();
  const meets = (nameX: number, nameY: number): boolean => {
    const [column, line] = [Math.floor(nameX / grid.pitch), Math.floor(nameY / grid.pitch)];
    for (let square = 0; square < 9; square++)
      for (const [otherX, otherY] of named.get(`${column - 1 + (square % 3)} ${line - 1 + Math.floor(square / 3)}`) ??
        [])
        if (Math.hypot(otherX - nameX, otherY - nameY) < grid.pitch * 0.9) return true;
    const here = `${column} ${line}`;
    named.set(here, [...(named.get(here) ?? []), [nameX, nameY]]);
    return false;
  };
  const put = (at: number, seat: number, towards: number) => {
    const dx = (plan.x[seat] ?? 0) - (plan.x[towards] ?? 0);
    const dy = (plan.y[seat] ?? 0) - (plan.y[towards] ?? 0);
    const length = Math.hypot(dx, dy);
    const nameX = (plan.x[seat] ?? 0) + (length > 0 ? dx / length : -1) * grid.pitch;
    const nameY = (plan.y[seat] ?? 0) + (length > 0 ? dy / length : 0) * grid.pitch;
    if (nearest(plan, grid, nameX, nameY, grid.pitch * 0.8) !== -1 || meets(nameX, nameY)) return;
    x[at] = nameX;
    y[at] = nameY;
  };
  for (const [row, { first, last }] of plan.rows.entries()) {
    if (last <= first) continue;
    put(row * 2, first, Math.min(first + 1, last - 1));
    if (last - first > 1) put(row * 2 + 1, last - 1, last - 2);
  }
  return { x, y };
}
