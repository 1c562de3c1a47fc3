import type { SeatPlan } from "./plan";

type Positions = Pick<SeatPlan, "x" | "y" | "count">;

/** Width of a square of the grid in seats: small enough to find one, large enough to skip many. */
const SEATS_ACROSS = 5;
const CLOSE_ENOUGH = 1.5;
/** Seats that are asked for their nearest neighbour, to learn how far apart seats stand. */
const SAMPLE = 200;

/** Places by where they stand: square after square, the places of one square in a row. */
export interface Grid {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /** Where each square's places begin in `places`; one more than there are squares. */
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  /** How far apart neighbouring seats stand, in the plan's units. */
  readonly pitch: number;
}

export interface Reach {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The seats' middles; nothing but zeros for no seats. */
export function reachOf({ x, y, count }: Positions): Reach {
  if (count === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let place = 0; place < count; place++) {
    const px = x[place] ?? 0;
    const py = y[place] ?? 0;
    if (px < left) left = px;
    if (px > right) right = px;
    if (py < top) top = py;
    if (py > bottom) bottom = py;
  }
  return { left, top, right, bottom };
}

export function buildGrid(plan: Positions): Grid {
  const reach = reachOf(plan);
  const width = reach.right - reach.left;
  const height = reach.bottom - reach.top;
  // As if seats filled the whole plan evenly; halls are emptier, so this is never too fine.
  const even = Math.max(
    Math.sqrt((width * height) / Math.max(1, plan.count)),
    (width + height) / Math.max(1, plan.count),
    1e-3,
  );
  const rough = sort(plan, reach, even * SEATS_ACROSS, even);
  const pitch = pitchOf(plan, rough);
  // What was made to learn the pitch is kept if its squares are about as wide as they should be.
  const finest = Math.sqrt((Math.max(width, pitch) * Math.max(height, pitch)) / (4 * Math.max(1, plan.count)));
  const size = Math.max(pitch * SEATS_ACROSS, finest);
  return rough.size < size * CLOSE_ENOUGH && size < rough.size * CLOSE_ENOUGH
    ? { ...rough, pitch }
    : sort(plan, reach, size, pitch);
}

function sort({ x, y, count }: Positions, { left, top, right, bottom }: Reach, size: number, pitch: number): Grid {
  const columns = Math.floor((right - left) / size) + 1;
  const rows = Math.floor((bottom - top) / size) + 1;
  const squares = new Uint32Array(count);
  const starts = new Uint32Array(columns * rows + 1);
  for (let place = 0; place < count; place++) {
    const square = Math.floor(((y[place] ?? 0) - top) / size) * columns + Math.floor(((x[place] ?? 0) - left) / size);
    squares[place] = square;
    starts[square + 1] = (starts[square + 1] ?? 0) + 1;
  }
  for (let square = 0; square < columns * rows; square++)
    starts[square + 1] = (starts[square + 1] ?? 0) + (starts[square] ?? 0);
  const next = starts.slice();
  const places = new Uint32Array(count);
  for (let place = 0; place < count; place++) {
    const square = squares[place] ?? 0;
    const at = next[square] ?? 0;
    places[at] = place;
    next[square] = at + 1;
  }
  return { left, top, size, columns, rows, starts, places, pitch };
}

/** The distance that a tenth of the seats fall short of: a few that stand too close do not make all of them small. */
function pitchOf(plan: Positions, grid: Grid): number {
  const found: number[] = [];
  const step = Math.max(1, Math.floor(plan.count / SAMPLE));
  for (let place = 0; place < plan.count; place += step) {
    const x = plan.x[place] ?? 0;
    const y = plan.y[place] ?? 0;
    const near = nearest(plan, grid, x, y, grid.size / 3, (other) => other === place);
    if (near !== -1) found.push(Math.hypot((plan.x[near] ?? 0) - x, (plan.y[near] ?? 0) - y));
  }
  found.sort((a, b) => a - b);
  return found.find((distance, at) => distance > 0 && at >= found.length / 10) ?? 1;
}

/** Calls `visit` with the stretch of `grid.places` that each line of squares holds of an area. */
export function visitSquares(grid: Grid, area: Reach, visit: (from: number, to: number) => void): void {
  const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value / grid.size)));
  if (area.right < grid.left || area.bottom < grid.top) return;
  if (area.left > grid.left + grid.columns * grid.size || area.top > grid.top + grid.rows * grid.size) return;
  const firstColumn = clamp(area.left - grid.left, grid.columns);
  const lastColumn = clamp(area.right - grid.left, grid.columns);
  const lastRow = clamp(area.bottom - grid.top, grid.rows);
  for (let row = clamp(area.top - grid.top, grid.rows); row <= lastRow; row++) {
    const from = grid.starts[row * grid.columns + firstColumn] ?? 0;
    const to = grid.starts[row * grid.columns + lastColumn + 1] ?? 0;
    if (to > from) visit(from, to);
  }
}

/** The seat whose middle is nearest to a point, at most `distance` away; -1 for none. */
export function nearest(
  { x, y }: Positions,
  grid: Grid,
  px: number,
  py: number,
  distance: number,
  skip?: (place: number) => boolean,
): number {
  let best = -1;
  let bestSquared = distance * distance;
  const area = { left: px - distance, top: py - distance, right: px + distance, bottom: py + distance };
  visitSquares(grid, area, (from, to) => {
    for (let at = from; at < to; at++) {
      const place = grid.places[at] ?? 0;
      const dx = (x[place] ?? 0) - px;
      const dy = (y[place] ?? 0) - py;
      const squared = dx * dx + dy * dy;
      if (squared > bestSquared || skip?.(place)) continue;
      bestSquared = squared;
      best = place;
    }
  });
  return best;
}
