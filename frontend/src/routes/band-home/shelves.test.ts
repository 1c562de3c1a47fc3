import { describe, expect, it } from "vitest";
import { activateLocale, translate } from "@/lib/texts/i18n";
import { nameOf, rowLength, shelves } from "./shelves";

const category = (slug: string, type = "CATEGORY", hide = false, place: number | null = null) => ({
  slug,
  type,
  featuredAt: place === null ? [] : ["Homepage"],
  sortOrderHomepage: place,
  merchProducts: { nodes: [{ meta: { hide } }] },
});

it("names the category of all of a band's goods by what is in it", async () => {
  await activateLocale("de");
  const name = (one: string) => nameOf({ name: one, displayName: "" }, "Nachtfalter", translate);
  expect([name("Nachtfalter"), name("Raritäten")]).toEqual(["Alles von Nachtfalter", "Raritäten"]);
});

describe("shelves", () => {
  it("shows categories of goods and names the others", () => {
    const { shown, named } = shelves([
      category("all", "ARTIST"),
      category("shirts"),
      category("secret", "CATEGORY", true),
    ]);
    expect(shown.map((one) => one.slug)).toEqual(["shirts"]);
    expect(named.map((one) => one.slug)).toEqual(["all", "secret"]);
  });
  it("shows six and names the rest", () => {
    const { shown, named } = shelves(Array.from({ length: 8 }, (_, n) => category(String(n))));
    expect([shown.length, named.map((one) => one.slug)]).toEqual([6, ["6", "7"]]);
  });
  it("begins with the featured ones, by their places", () => {
    const { shown } = shelves([
      category("shirts"),
      category("music", "CATEGORY", false, 2),
      category("warm", "CATEGORY", false, 1),
    ]);
    expect(shown.map((one) => one.slug)).toEqual(["warm", "music", "shirts"]);
  });
});

it("draws no more of a shelf than a row holds", () =>
  expect([1, 2, 3, 4, 5, 6].map(rowLength)).toEqual([2, 4, 4, 4, 5, 6]));
