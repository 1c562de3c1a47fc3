import type { Locale } from "@/lib/languages";
import { describe, expect, it } from "vitest";
import { decodeAvailability } from "./availability";
import { decodePlan, type CompactPlan } from "./compact";
import { COMPANION, NOT_SOLD, PLAIN, WHEELCHAIR, labelIn } from "./plan";

const file: CompactPlan = {
  v: 1,
  version: "0123456789abcdef",
  box: [0, 0, 100, 50],
  categories: ["12", "13"],
  graphics: [],
  sections: [
    {
      id: "5",
      name: "Block A",
      category: 0,
      hull: [0, 0, 10, 0, 10, 10],
      rows: [
        { n: "1", ids: [100, 4], at: [1, 2, 2.54, 0], no: [11, -2], runs: [2], kinds: { w: [0], c: [1], x: [3] } },
        { n: "2", ids: [110, 2, 50, 1], xy: [10, 20, 15, -3, 15, 3], no: ["1", "2a", "3"], c: [0, 1, 1, 2] },
      ],
    },
    {
      id: "6",
      name: "Block B",
      category: null,
      hull: [],
      rows: [{ n: "A", ids: [104, 2], at: [0, 0, 1, 1], no: [1, 1], c: 1 }],
    },
  ],
};

describe("the compact file", () => {
  const plan = decodePlan(file);
  const list = (values: ArrayLike<number>) => Array.from(values, (value) => Math.round(value * 100) / 100);

  it("is numbered by place through sections and rows", () => {
    expect(plan.count).toBe(9);
    expect(plan.rows.map(({ first, last }) => [first, last])).toEqual([
      [0, 4],
      [4, 7],
      [7, 9],
    ]);
    expect(plan.sections.map(({ firstRow, lastRow, first, last }) => [firstRow, lastRow, first, last])).toEqual([
      [0, 2, 0, 7],
      [2, 3, 7, 9],
    ]);
    expect(list(plan.row)).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2]);
    expect(list(plan.section)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1]);
  });

  it("places regular rows on their line and irregular ones by differences in tenths", () => {
    expect(list(plan.x)).toEqual([1, 3.5, 6.1, 8.6, 1, 2.5, 4, 0, 1]);
    expect(list(plan.y)).toEqual([2, 2, 2, 2, 2, 1.7, 2, 0, 1]);
  });

  it("names seats by number, stepped or listed", () => {
    expect(Array.from({ length: 9 }, (_, place) => plan.numberOf(place))).toEqual([
      "11",
      "9",
      "7",
      "5",
      "1",
      "2a",
      "3",
      "1",
      "2",
    ]);
    expect(plan.numberOf(9)).toBe("");
  });

  it("knows category, kind and run of each seat", () => {
    expect(list(plan.category)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(list(plan.kind)).toEqual([WHEELCHAIR, COMPANION, PLAIN, NOT_SOLD, 0, 0, 0, 0, 0]);
    expect(list(plan.run)).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0]);
  });

  it("finds a seat by its id", () => {
    for (let place = 0; place < plan.count; place++) expect(plan.placeOf(String(plan.ids[place]))).toBe(place);
    for (const stranger of ["", "x", "49", "51", "106", "112", "100.5"]) expect(plan.placeOf(stranger)).toBe(-1);
  });

  it("calls a section the same in every language, unless it says otherwise", () => {
    const [first, ...others] = file.sections;
    const named = decodePlan({
      ...file,
      sections: [...(first ? [{ ...first, name: "Parkett A", name_en: "Stalls A" }] : []), ...others],
    });
    const names = (locale: Locale) => named.sections.map(({ name }) => labelIn(name, locale));
    expect([names("de"), names("en"), names("eo")]).toEqual([
      ["Parkett A", "Block B"],
      ["Stalls A", "Block B"],
      ["Parkett A", "Block B"],
    ]);
  });

  it("is refused when it is of another kind", () => expect(() => decodePlan({ ...file, v: 2 })).toThrow());
});

describe("availability", () => {
  const plan = { version: "0123456789abcdef", count: 9 };
  const VERSION = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef];
  const answer = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

  it("is a bit a seat, least significant first, behind the version", () => {
    const seats = decodeAvailability(answer(...VERSION, 0b00000101, 0b1), plan);
    expect(seats.version).toBe(plan.version);
    expect(Array.from({ length: 9 }, (_, place) => seats.isFree(place))).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(seats.isFree(1000)).toBe(false);
  });

  it("of another version is told by it", () => {
    expect(decodeAvailability(answer(...VERSION.toReversed(), 1), plan).version).toBe("efcdab8967452301");
  });

  it.each([[[1, 2]], [[...VERSION, 1]], [[...VERSION, 1, 1, 1]]])("of a wrong length is refused", (bytes) => {
    expect(() => decodeAvailability(answer(...bytes), plan)).toThrow();
  });
});
