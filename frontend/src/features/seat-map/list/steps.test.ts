import { describe, expect, it } from "vitest";
import { seatAfter } from "./steps";
import { decodePlan } from "@/features/seat-map/plan/compact";

// Three rows of 4, 2 and 3 seats; the second stands between the seats of the first.
const plan = decodePlan({
  v: 1,
  version: "0123456789abcdef",
  box: [0, 0, 9, 9],
  categories: ["1"],
  graphics: [],
  sections: [
    {
      id: "5",
      name: "A",
      category: 0,
      hull: [],
      rows: [
        { n: "1", ids: [10, 4], at: [0, 0, 1, 0], no: [1, 1] },
        { n: "2", ids: [20, 2], at: [1.6, 1, 1, 0], no: [1, 1] },
        { n: "3", ids: [30, 3], at: [0, 2, 1, 0], no: [1, 1] },
      ],
    },
    { id: "6", name: "B", category: 0, hull: [], rows: [{ n: "1", ids: [40, 2], at: [0, 5, 1, 0], no: [1, 1] }] },
  ],
});

const after = (id: string, key: string, wide = false) => {
  const place = seatAfter(plan, plan.placeOf(id), key, wide);
  return place === null ? null : String(plan.ids[place]);
};

describe("a key in the list of seats", () => {
  it.each([
    ["11", "ArrowRight", "12"],
    ["11", "ArrowLeft", "10"],
    ["13", "ArrowRight", "13"],
    ["10", "ArrowLeft", "10"],
    ["11", "ArrowDown", "20"],
    ["13", "ArrowDown", "21"],
    ["21", "ArrowUp", "13"],
    ["20", "ArrowDown", "32"],
    ["10", "ArrowUp", "10"],
    ["32", "ArrowDown", "32"],
    ["12", "Home", "10"],
    ["12", "End", "13"],
    ["40", "Home", "40"],
  ])("leads from %s by %s to %s, never out of the section", (id, key, to) => expect(after(id, key)).toBe(to));

  it("leads to the section's ends together with Ctrl", () => {
    expect(after("31", "Home", true)).toBe("10");
    expect(after("11", "End", true)).toBe("32");
  });

  it("that means nothing leads nowhere", () => expect(after("11", "a")).toBeNull());
});
