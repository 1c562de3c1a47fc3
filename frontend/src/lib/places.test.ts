import { expect, it } from "vitest";
import { byHomepage, placedAt } from "./places";

const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id);

it("shows those with a place in its order", () => {
  const at = (id: string, left: number | null) => ({ id, left });
  expect(ids(placedAt([at("none", null), at("second", 2), at("zero", 0)], "left"))).toEqual(["zero", "second"]);
});

it("shows those without a place on the home page last", () => {
  const at = (id: string, sortOrderHomepage: number | null) => ({ id, sortOrderHomepage });
  expect(ids(byHomepage([at("none", null), at("second", 2), at("also none", null), at("first", 1)]))).toEqual([
    "first",
    "second",
    "none",
    "also none",
  ]);
});
