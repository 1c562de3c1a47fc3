import { expect, it } from "vitest";
import { headliner } from "./headliner";

it("knows whose show is next by name", () => {
  const artists = [{ name: "A" }, { name: "AB" }];
  expect(headliner(artists, "AB, A")?.name).toBe("AB");
  expect(headliner(artists, "ABC")).toBeUndefined();
  expect(headliner(artists, undefined)?.name).toBe("A");
});
