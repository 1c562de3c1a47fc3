import { expect, it } from "vitest";
import { paths } from "@/lib/paths";
import { searchWords } from "@/lib/search-words";

it("asks the search for trimmed words, never for a step in an address", () => {
  expect(searchWords("  Moth   Shirt ")).toBe("Moth Shirt");
  expect(searchWords("..")).toBe("");
  expect(searchWords(" . ")).toBe("");
  expect(searchWords("Dr. Motte")).toBe("Dr. Motte");
});

it("has one address for words, and one without", () => {
  expect(paths.search(" Moth   Shirt ")).toBe("/search/Moth%20Shirt");
  expect(paths.search("..")).toBe("/search");
});
