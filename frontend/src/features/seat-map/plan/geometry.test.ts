import { describe, expect, it } from "vitest";
import { decodePlan } from "./compact";
import { buildGrid, nearest, reachOf, visitSquares } from "./grid";
import { spatialNeighbour, stepFrom } from "./neighbours";
import type { SeatPlan } from "./plan";

/** Two blocks of three rows beside each other, ten units from seat to seat, fourteen from row to row. */
const plan = decodePlan({
  v: 1,
  version: "0123456789abcdef",
  box: [0, 0, 200, 60],
  categories: ["1"],
  graphics: [],
  sections: [0, 1, 2].map((block) => ({
    id: String(block),
    name: `Block ${block}`,
    category: 0,
    hull: [],
    // The middle block has no seats at all.
    rows:
      block === 1
        ? []
        : [0, 1, 2].map((row) => ({
            n: String(row + 1),
            ids: [block * 100 + row * 10, 5],
            at: [block * 50, row * 14, 10, 0] as [number, number, number, number],
            no: [1, 1] as [number, number],
          })),
  })),
});
const grid = buildGrid(plan);

function scattered(count: number): SeatPlan {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const x = Float32Array.from({ length: count }, () => random() * 900 - 300);
  const y = Float32Array.from({ length: count }, () => random() * 400 + 50);
  return { ...plan, count, x, y };
}

describe("the grid", () => {
  it("holds every seat once, within the square where it stands", () => {
    for (const seats of [plan, scattered(3000)]) {
      const sorted = buildGrid(seats);
      expect([...sorted.places].sort((a, b) => a - b)).toEqual(
        Array.from({ length: seats.count }, (_, place) => place),
      );
      for (let square = 0; square + 1 < sorted.starts.length; square++) {
        for (const place of sorted.places.subarray(sorted.starts[square], sorted.starts[square + 1])) {
          expect(Math.floor(((seats.x[place] ?? 0) - sorted.left) / sorted.size)).toBe(square % sorted.columns);
          expect(Math.floor(((seats.y[place] ?? 0) - sorted.top) / sorted.size)).toBe(
            Math.floor(square / sorted.columns),
          );
        }
      }
    }
  });

  it("learns how far apart seats stand", () => expect(grid.pitch).toBeCloseTo(10));

  it("visits all seats of an area, and few others", () => {
    const seats = scattered(3000);
    const sorted = buildGrid(seats);
    const area = { left: -50, top: 100, right: 150, bottom: 180 };
    const seen = new Set<number>();
    visitSquares(sorted, area, (from, to) => sorted.places.subarray(from, to).forEach((place) => seen.add(place)));
    for (let place = 0; place < seats.count; place++) {
      const [x = 0, y = 0] = [seats.x[place], seats.y[place]];
      if (x >= area.left && x <= area.right && y >= area.top && y <= area.bottom) expect(seen).toContain(place);
      if (seen.has(place)) expect(x).toBeGreaterThanOrEqual(area.left - sorted.size);
    }
  });

  it("visits nothing outside of the plan", () => {
    for (const left of [-1000, 1000])
      visitSquares(grid, { left, top: 0, right: left + 50, bottom: 40 }, () => expect.unreachable());
  });

  it("is there for no seats and for one", () => {
    const none = { count: 0, x: new Float32Array(), y: new Float32Array() };
    expect(reachOf(none)).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
    expect(nearest(none, buildGrid(none), 0, 0, 100)).toBe(-1);
    const one = { count: 1, x: Float32Array.of(5), y: Float32Array.of(5) };
    expect(nearest(one, buildGrid(one), 6, 5, 2)).toBe(0);
  });
});

describe("the seat below a point", () => {
  it("is the nearest within reach", () => {
    expect(nearest(plan, grid, 12, 15, 5)).toBe(6);
    expect(nearest(plan, grid, 12, 21, 5)).toBe(-1);
    expect(nearest(plan, grid, 70, 0, 5)).toBe(-1);
  });

  it("is what comparing with every seat finds", () => {
    const seats = scattered(2000);
    const sorted = buildGrid(seats);
    for (let at = 0; at < 200; at++) {
      const [px, py] = [((at * 37) % 900) - 300, ((at * 53) % 400) + 50];
      const far = (place: number) => Math.hypot((seats.x[place] ?? 0) - px, (seats.y[place] ?? 0) - py);
      let best = -1;
      for (let place = 0; place < seats.count; place++)
        if (far(place) <= 20 && (best === -1 || far(place) < far(best))) best = place;
      expect(nearest(seats, sorted, px, py, 20)).toBe(best);
    }
  });
});

describe("the keyboard's way", () => {
  it.each([
    [7, "left", 6],
    [7, "right", 8],
    [7, "up", 2],
    [7, "down", 12],
    [9, "right", 20],
    [20, "left", 9],
    [0, "left", 0],
    [0, "up", 0],
    [29, "down", 29],
    [8, "rowStart", 5],
    [6, "rowEnd", 9],
    [7, "nextSection", 15],
    [22, "previousSection", 0],
    [22, "nextSection", 22],
    [3, "previousSection", 3],
  ] as const)("from %i %s is %i", (from, step, to) => expect(stepFrom(plan, grid, from, step)).toBe(to));

  it("reaches every seat, however rows are turned", () => {
    const turned = decodePlan({
      v: 1,
      version: "0123456789abcdef",
      box: [0, 0, 1, 1],
      categories: ["1"],
      graphics: [],
      sections: [0, 35, 80, 140].map((angle, block) => {
        const [dx, dy] = [10 * Math.cos((angle * Math.PI) / 180), 10 * Math.sin((angle * Math.PI) / 180)];
        const rows = Array.from({ length: 6 }, (_, row) => ({
          n: String(row),
          ids: [block * 1000 + row * 100, 8],
          at: [block * 180 - dy * 1.4 * row, dx * 1.4 * row, dx, dy] as [number, number, number, number],
          no: [1, 1] as [number, number],
        }));
        return { id: String(block), name: "", category: 0, hull: [], rows };
      }),
    });
    const squares = buildGrid(turned);
    const reached = new Set([0]);
    for (const place of reached)
      for (const way of ["left", "right", "up", "down"] as const)
        reached.add(spatialNeighbour(turned, squares, place, way));
    expect(reached.size).toBe(turned.count);
  });
});
