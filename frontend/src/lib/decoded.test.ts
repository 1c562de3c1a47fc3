import { expect, it } from "vitest";
import { decoded } from "./decoded";

it("reads what can be read, and leaves the rest as it is", () => {
  expect(decoded("/search/gr%C3%BCn%2F")).toBe("/search/grün%2F");
  expect(decoded("a%2Fb", decodeURIComponent)).toBe("a/b");
  expect(decoded("/search/100%")).toBe("/search/100%");
  expect(decoded("%", decodeURIComponent)).toBe("%");
});
