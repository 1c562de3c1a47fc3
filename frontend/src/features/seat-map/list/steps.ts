import type { SeatPlan } from "@/features/seat-map/plan/plan";

const ALONG: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const ACROSS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Where a key leads within a section of the list; null for keys that lead nowhere. */
export function seatAfter(plan: SeatPlan, place: number, key: string, wide: boolean): number | null {
  const rowIndex = plan.row[place] ?? -1;
  const row = plan.rows[rowIndex];
  const section = plan.sections[row?.section ?? -1];
  if (!row || !section) return null;
  const along = ALONG[key];
  if (along) return Math.min(row.last - 1, Math.max(row.first, place + along));
  const across = ACROSS[key];
  if (across)
    return nearestIn(plan, place, Math.min(section.lastRow - 1, Math.max(section.firstRow, rowIndex + across)));
  if (key === "Home") return wide ? section.first : row.first;
  if (key === "End") return (wide ? section.last : row.last) - 1;
  return null;
}

/** The seat of a row that stands nearest in the hall. */
function nearestIn(plan: SeatPlan, place: number, rowIndex: number): number {
  const row = plan.rows[rowIndex];
  if (!row || rowIndex === plan.row[place]) return place;
  const away = (other: number) =>
    Math.hypot((plan.x[other] ?? 0) - (plan.x[place] ?? 0), (plan.y[other] ?? 0) - (plan.y[place] ?? 0));
  let best = row.first;
  for (let other = row.first; other < row.last; other += 1) if (away(other) < away(best)) best = other;
  return best;
}
