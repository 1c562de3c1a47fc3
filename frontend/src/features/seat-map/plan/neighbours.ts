import { visitSquares, type Grid } from "./grid";
import type { SeatPlan } from "./plan";

export type Direction = "left" | "right" | "up" | "down";
export type Step = Direction | "rowStart" | "rowEnd" | "previousSection" | "nextSection";

const COURSES: Record<Direction, readonly [x: number, y: number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** How much worse a seat to the side is than one straight ahead. */
const ASIDE = 2;

/** Where a key leads from a seat; the seat itself where nothing lies that way (catalogue §4 "seat map"). */
export function stepFrom(plan: SeatPlan, grid: Grid, place: number, step: Step): number {
  const row = plan.rows[plan.row[place] ?? 0];
  switch (step) {
    case "rowStart":
      return row?.first ?? place;
    case "rowEnd":
      return row ? row.last - 1 : place;
    case "previousSection":
      return sectionFrom(plan, place, -1);
    case "nextSection":
      return sectionFrom(plan, place, 1);
    default:
      return spatialNeighbour(plan, grid, place, step);
  }
}

/** The first seat of the section before or behind, sections without seats left out. */
function sectionFrom(plan: SeatPlan, place: number, by: 1 | -1): number {
  for (let at = (plan.section[place] ?? 0) + by; at >= 0 && at < plan.sections.length; at += by) {
    const section = plan.sections[at];
    if (section && section.last > section.first) return section.first;
  }
  return place;
}

/** The seat that one would point at: ahead rather than aside, near rather than far. */
export function spatialNeighbour(plan: SeatPlan, grid: Grid, place: number, direction: Direction): number {
  const [courseX, courseY] = COURSES[direction];
  const fromX = plan.x[place] ?? 0;
  const fromY = plan.y[place] ?? 0;
  const small = grid.pitch / 10;
  const farthest = Math.hypot(grid.columns, grid.rows) * grid.size;
  let best = place;
  let bestScore = Infinity;
  // Ever wider, until nothing outside can be better than what is found.
  for (let reach = grid.pitch * 3; ; reach *= 2) {
    const area = {
      left: fromX - (courseX > 0 ? 0 : reach),
      right: fromX + (courseX < 0 ? 0 : reach),
      top: fromY - (courseY > 0 ? 0 : reach),
      bottom: fromY + (courseY < 0 ? 0 : reach),
    };
    visitSquares(grid, area, (from, to) => {
      for (let at = from; at < to; at++) {
        const other = grid.places[at] ?? 0;
        const dx = (plan.x[other] ?? 0) - fromX;
        const dy = (plan.y[other] ?? 0) - fromY;
        const ahead = dx * courseX + dy * courseY;
        const aside = Math.abs(dx * courseY) + Math.abs(dy * courseX);
        if (ahead <= small || aside > ahead * 1.75 + small) continue;
        const score = ahead + aside * ASIDE;
        if (score < bestScore) {
          bestScore = score;
          best = other;
        }
      }
    });
    if (bestScore <= reach || reach > farthest) return best;
  }
}
