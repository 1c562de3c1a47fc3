import type { Availability } from "@/features/seat-map/plan/availability";
import { NOT_SOLD, type SeatPlan } from "@/features/seat-map/plan/plan";

/** How a seat is drawn: its category, 256 × its kind while it can be bought, or one of these. */
export const TAKEN = 4 << 8;
export const CLOSED = NOT_SOLD << 8;
const STYLES = TAKEN + 1;

export const categoryOf = (style: number): number => style & 255;
export const kindOf = (style: number): number => style >> 8;

/** By place. Without availability everything that is sold at all counts as free. */
export function stylesOf(plan: SeatPlan, availability: Availability | undefined): Uint16Array {
  const styles = new Uint16Array(plan.count);
  for (let place = 0; place < plan.count; place++) {
    const kind = plan.kind[place] ?? 0;
    if (kind === NOT_SOLD) styles[place] = CLOSED;
    else
      styles[place] = availability && !availability.isFree(place) ? TAKEN : (plan.category[place] ?? 0) + (kind << 8);
  }
  return styles;
}

export function freeIn(styles: Uint16Array, first: number, last: number): number {
  let free = 0;
  for (let place = first; place < last; place++) if ((styles[place] ?? TAKEN) < CLOSED) free++;
  return free;
}

/** Sorts visible places by style without making anything anew in each frame. */
export class Buckets {
  readonly places: Uint32Array;
  readonly #seen: Uint32Array;
  readonly #ends = new Uint32Array(STYLES + 1);
  #count = 0;

  constructor(count: number) {
    this.places = new Uint32Array(count);
    this.#seen = new Uint32Array(count);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
    this.#ends.fill(0);
  }

  /** All of `places[from..to)`. */
  add(places: Uint32Array, from: number, to: number, styles: Uint16Array): void {
    for (let at = from; at < to; at++) {
      const place = places[at] ?? 0;
      this.#seen[this.#count++] = place;
      const style = styles[place] ?? 0;
      this.#ends[style + 1] = (this.#ends[style + 1] ?? 0) + 1;
    }
  }

  /** Calls `visit` for each style there is with its stretch of `this.places`. */
  each(styles: Uint16Array, visit: (style: number, from: number, to: number) => void): void {
    const ends = this.#ends;
    for (let style = 0; style < STYLES; style++) ends[style + 1] = (ends[style + 1] ?? 0) + (ends[style] ?? 0);
    for (let at = 0; at < this.#count; at++) {
      const place = this.#seen[at] ?? 0;
      const style = styles[place] ?? 0;
      const to = ends[style] ?? 0;
      this.places[to] = place;
      ends[style] = to + 1;
    }
    let from = 0;
    for (let style = 0; style < STYLES; style++) {
      const to = ends[style] ?? 0;
      if (to > from) visit(style, from, to);
      from = to;
    }
  }
}
