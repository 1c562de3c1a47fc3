import { describe, expect, it } from "vitest";
import { decodePlan } from "./compact";
import { findOnPlan, placeOfFound, wordsOf } from "./find";
import { labelIn } from "./plan";

const row = (n: string, first: number, no: [number, number] | string[] = [1, 1]) => ({
  n,
  ids: [first, 3],
  at: [0, 0, 1, 0] as [number, number, number, number],
  no,
});
const plan = decodePlan({
  v: 1,
  version: "0",
  box: [0, 0, 9, 9],
  categories: ["1"],
  graphics: [],
  sections: [
    { id: "1", name: "Parkett A", category: 0, hull: [], rows: [row("6", 10), row("7", 13)] },
    {
      id: "2",
      name: "Parkett C",
      category: 0,
      hull: [],
      rows: [row("6", 20, [15, 1]), row("1a", 23, ["1", "2a", "3"])],
    },
    { id: "3", name: "Block 204", category: 0, hull: [], rows: [row("C", 30)] },
    { id: "5", name: "Rang 1", name_en: "Circle 1", category: 0, hull: [], rows: [row("2", 50)] },
    { id: "4", name: "Große Loge", category: 0, hull: [], rows: [row("1", 40)] },
  ],
});
const nothing = { section: 0 };

/** Section, row and number of what is found. */
const seek = (text: string, { section } = nothing): string | undefined => {
  const found = findOnPlan(plan, text, section);
  if (!found) return undefined;
  const names = [labelIn(plan.sections[found.section]?.name ?? "", "de")];
  if (found.kind !== "section") names.push(plan.rows[found.row]?.name ?? "");
  if (found.kind === "seat") names.push(plan.numberOf(found.place));
  return names.join("/");
};

describe("what is typed to find a seat", () => {
  it.each([
    ["Parkett C 6 16", "Parkett C/6/16"],
    ["parkett c", "Parkett C"],
    ["PARKETT C, Reihe 6, Platz 16", "Parkett C/6/16"],
    ["Parkett C, row 6, seat 17", "Parkett C/6/17"],
    ["parkett c / 6", "Parkett C/6"],
    ["Parkétt  C;1a;2A", "Parkett C/1a/2a"],
    ["c6 16", "Parkett C/6/16"],
    ["204 c 2", "Block 204/C/2"],
    ["Block 204 Reihe C Platz 2", "Block 204/C/2"],
    ["grosse loge", "Große Loge"],
    ["GROẞE LOGE 1 3", "Große Loge/1/3"],
    ["park", "Parkett A"],
    ["circle 1, row 2, seat 3", "Rang 1/2/3"],
    ["Rang 1 2 3", "Rang 1/2/3"],
    ["circ", "Rang 1"],
  ])("%s", (text, found) => expect(seek(text)).toBe(found));

  it("is sought in the section where one is, unless it names another", () => {
    expect(seek("Reihe 6 Platz 16", { section: 1 })).toBe("Parkett C/6/16");
    expect(seek("6 2")).toBe("Parkett A/6/2");
    expect(seek("Parkett C 6", { section: 0 })).toBe("Parkett C/6");
  });

  it.each(["", "  ,", "Reihe", "Parkett X", "Parkett C 9", "Parkett C 6 99", "Parkett C 6 16 1", "par 6"])(
    "is not found: %s",
    (text) => expect(seek(text)).toBeUndefined(),
  );

  it("is led to a free seat, where it names more than one", () => {
    const led = (text: string, isFree: (place: number) => boolean) => {
      const found = findOnPlan(plan, text, 0);
      return found && placeOfFound(plan, found, isFree);
    };
    expect(led("Parkett C", (place) => place === 8)).toBe(8);
    expect(led("Parkett C 6", () => false)).toBe(6);
    expect(led("Parkett C 6 17", () => true)).toBe(8);
  });

  it("is compared by its words alone", () => expect(wordsOf("Ost-Tribüne, Reihe 3")).toEqual(["ost", "tribune", "3"]));
});
