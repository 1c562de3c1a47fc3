import { expect, it } from "vitest";
import { highlightTours } from "./highlights";

it("shows featured tours by their places, those without one last", () => {
  const tour = (id: string, sortOrderHomepage: number | null, ...featuredIn: string[]) => ({ id, sortOrderHomepage, featuredIn });
  const tours = [tour("none", null, "Homepage"), tour("second", 2, "Homepage"), tour("elsewhere", 1), tour("first", 1, "Homepage")];
  expect(highlightTours(tours).map(({ id }) => id)).toEqual(["first", "second", "none"]);
});
