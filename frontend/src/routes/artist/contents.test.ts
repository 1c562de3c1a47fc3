import { describe, expect, it } from "vitest";
import { contents } from "./contents";

type Artist = Parameters<typeof contents>[0];
const artist = (named: [slug: string, type: string][], more: Partial<Artist> = {}): Artist =>
  ({
    subcategories: { nodes: named.map(([slug, type]) => ({ slug, type, name: slug })) },
    merchProducts: { nodes: [] },
    events: { nodes: [] },
    tours: [],
    ...more,
  }) as unknown as Artist;

describe("contents of an artist's page", () => {
  it("are shelves of goods, and tours without a page of their own", () => {
    const tours = [{ id: "1", slug: "spring", name: "Spring" }] as unknown as Artist["tours"];
    const found = contents(
      artist(
        [
          ["shirts", "CATEGORY"],
          ["spring", "TOUR"],
          ["autumn", "TOUR"],
        ],
        { tours },
      ),
    );
    expect(found.shelves.map((one) => one.slug)).toEqual(["shirts"]);
    expect(found.tours.map((one) => one.slug)).toEqual(["autumn"]);
    expect([found.dates, found.merch]).toEqual([true, true]);
  });
  it("are dates where there is nothing but a tour", () => {
    const tours = [{ id: "1", slug: "spring", name: "Spring" }] as unknown as Artist["tours"];
    expect(contents(artist([], { tours }))).toMatchObject({ dates: true, merch: false });
  });
  it("may be nothing at all", () => expect(contents(artist([]))).toMatchObject({ dates: false, merch: false }));
});
