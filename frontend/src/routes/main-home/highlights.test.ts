import { expect, it } from "vitest";
import { headliner, highlightTours } from "./highlights";

it("shows featured tours by their places, those without one last", () => {
  const tour = (id: string, sortOrderHomepage: number | null, ...featuredIn: string[]) => ({ id, sortOrderHomepage, featuredIn });
  const tours = [tour("none", null, "Homepage"), tour("second", 2, "Homepage"), tour("elsewhere", 1), tour("first", 1, "Homepage")];
  expect(highlightTours(tours).map(({ id }) => id)).toEqual(["first", "second", "none"]);
});

it("knows whose show is next by name", () => {
  const artists = [{ name: "A" }, { name: "AB" }];
  expect(headliner(artists, "AB, A")?.name).toBe("AB");
  expect(headliner(artists, "ABC")).toBeUndefined();
  expect(headliner(artists, undefined)?.name).toBe("A");
});
