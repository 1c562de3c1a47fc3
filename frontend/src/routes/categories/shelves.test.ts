import { describe, expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { shelves } from "./shelves";

const shelf = (slug: string, featuredAt: string[] = [], squareImage: object | null = {}) => ({
  slug,
  featuredAt,
  squareImage,
});
const slugs = (list: readonly { slug: string }[]) => list.map((one) => one.slug);

describe("the merch overview", () => {
  it("has two sliders, tiles and the rest by name", () => {
    const all = [shelf("a", ["MerchTopLeft"]), shelf("b", ["MerchTopRight"]), shelf("c", ["MerchBottom"]), shelf("d")];
    const { left, right, tiles, named } = shelves(all);
    expect([left, right, tiles, named].map(slugs)).toEqual([["a"], ["b"], ["c"], ["d"]]);
  });

  it("has at most nine tiles", () => {
    const all = Array.from({ length: 12 }, (_, n) => shelf(`s${n}`, ["MerchBottom"]));
    expect(shelves(all).tiles).toHaveLength(9);
    expect(shelves(all).named).toHaveLength(3);
  });

  it(
    "features what staff feature",
    proves("catalogue §2", "a featured category without a picture is featured, by its name"),
    () => {
      const all = [
        shelf("a", ["MerchTopLeft"], null),
        shelf("b", ["MerchTopRight"]),
        shelf("c", ["MerchBottom"], null),
        shelf("d"),
      ];
      const { left, tiles, named } = shelves(all);
      expect([left, tiles, named].map(slugs)).toEqual([["a"], ["c"], ["d"]]);
    },
  );

  it("shows the pictures of all where nobody chose tiles, led by a slide alone", () => {
    const { left, tiles, named } = shelves([shelf("a"), shelf("all", ["MerchTopLeft"]), shelf("b", [], null)]);
    expect([left, tiles, named].map(slugs)).toEqual([[], ["all", "a"], ["b"]]);
  });

  it("shows pictures where nobody featured anything, and names what has none", () => {
    const { tiles, named } = shelves([shelf("a"), shelf("b", [], null)]);
    expect([tiles, named].map(slugs)).toEqual([["a"], ["b"]]);
  });
});
