import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { proves } from "@/testing/proves";
import {
  FUZZY_THRESHOLD,
  HIDE_DELAY_MS,
  MIN_CHARACTERS,
  MOST_SUGGESTIONS,
  TITLE_LENGTH,
  TITLE_LENGTH_BESIDE_PICTURE,
} from "./limits";
import { Matcher, mistakes } from "./matching";

const TITLES = [
  "Die Ärzte",
  "Marteria",
  "Nachtfalter",
  "Kellerkind",
  "Fortuna Ehrenfeld",
  "Geheimbund",
  "Nachtfalter: Köln",
  "Kellerkind: Wuppertal",
  "Nachtfalter T-Shirt „Mondphasen“",
  "Nachtfalter Tourposter „Bis das Licht angeht“, signiert und nummeriert",
  "Kellerkind T-Shirt „Sieglinde“",
  "Goldkante Kapuzenpulli Große Pause",
  "Nachtfalter Jutebeutel „Motten“",
  "Kellerkind Aufnäher Ratte",
  "Goldkante Straßenmusik (LP)",
];
const suggests = (titles: readonly string[]) => {
  const matcher = new Matcher(titles.map((title) => ({ kind: "PRODUCT", title, also: "" })));
  return (text: string) => matcher.find(text).map(({ title }) => title);
};
const found = suggests(TITLES);

it("keeps to the specification's numbers", () => {
  expect({
    MOST_SUGGESTIONS,
    FUZZY_THRESHOLD,
    MIN_CHARACTERS,
    TITLE_LENGTH,
    TITLE_LENGTH_BESIDE_PICTURE,
    HIDE_DELAY_MS,
  }).toEqual({
    MOST_SUGGESTIONS: 10,
    FUZZY_THRESHOLD: 0.4,
    MIN_CHARACTERS: 2,
    TITLE_LENGTH: 40,
    TITLE_LENGTH_BESIDE_PICTURE: 35,
    HIDE_DELAY_MS: 500,
  });
});

describe("as they are written", () => {
  it.each([
    ["mott", "Nachtfalter Jutebeutel „Motten“"],
    ["licht", "Nachtfalter Tourposter „Bis das Licht angeht“, signiert und nummeriert"],
    ["nummeriert", "Nachtfalter Tourposter „Bis das Licht angeht“, signiert und nummeriert"],
    ["koeln", "Nachtfalter: Köln"],
    ["koln", "Nachtfalter: Köln"],
    ["strassenmusik", "Goldkante Straßenmusik (LP)"],
    ["shirt kellerkind", "Kellerkind T-Shirt „Sieglinde“"],
    ["t-shirt mond", "Nachtfalter T-Shirt „Mondphasen“"],
    ["tour poster", "Nachtfalter Tourposter „Bis das Licht angeht“, signiert und nummeriert"],
    ["arzte", "Die Ärzte"],
    ["aerzte", "Die Ärzte"],
  ])("%s finds %s first", (text, title) => expect(found(text)[0]).toBe(title));
});

describe("miswritten", () => {
  it.each([
    ["ärtze", "Die Ärzte"],
    ["nachtflater", "Nachtfalter"],
    ["nahctfalter", "Nachtfalter"],
    ["kelerkind", "Kellerkind"],
    ["kellerkint", "Kellerkind"],
    ["fortunna", "Fortuna Ehrenfeld"],
    ["geheimpund", "Geheimbund"],
    ["wupertal", "Kellerkind: Wuppertal"],
    ["kaputzenpulli", "Goldkante Kapuzenpulli Große Pause"],
    ["kapuzenpuli", "Goldkante Kapuzenpulli Große Pause"],
    ["monphasen", "Nachtfalter T-Shirt „Mondphasen“"],
    ["aufneher", "Kellerkind Aufnäher Ratte"],
    ["strasenmusik", "Goldkante Straßenmusik (LP)"],
    ["sieglnide shirt", "Kellerkind T-Shirt „Sieglinde“"],
  ])("%s finds %s first", (text, title) => expect(found(text)[0]).toBe(title));
});

describe("by other words for the same", () => {
  const matcher = new Matcher([
    { kind: "PRODUCT", title: "Kapuzenpulli Mondphasen", also: "schwarz black hoodie hoody kapuzenpullover" },
    { kind: "PRODUCT", title: "Straßenmusik", also: "schallplatte vinyl lp record" },
    { kind: "EVENT", title: "Nachtfalter: Live", also: "halle koln cologne" },
  ]);
  it.each([
    ["hoody", "Kapuzenpulli Mondphasen"],
    ["black hoodie", "Kapuzenpulli Mondphasen"],
    ["vinyl", "Straßenmusik"],
    ["schalplatte", "Straßenmusik"],
    ["lp", "Straßenmusik"],
    ["colgne", "Nachtfalter: Live"],
    ["köln nachtfalter", "Nachtfalter: Live"],
  ])("%s finds %s first", (text, title) => expect(matcher.find(text)[0]?.title).toBe(title));
});

it("guesses nothing where something holds the words as they are written", () => {
  expect(found("nachtfalter").every((title) => title.startsWith("Nachtfalter"))).toBe(true);
  expect(found("shirt")).toEqual(["Nachtfalter T-Shirt „Mondphasen“", "Kellerkind T-Shirt „Sieglinde“"]);
});

it("wants every word", () => expect(found("nachtfalter sieglinde")).toEqual([]));

it.each(["", "x", "--", "„“", "qqzzxx", "a - "])("finds nothing for %j", (text) => expect(found(text)).toEqual([]));

it("puts words that begin so before insides, then keeps the shop's order; dates keep theirs", () => {
  expect(suggests(["Unrat B", "Ratte", "Unrat A", "Der Rat"])("rat")).toEqual([
    "Ratte",
    "Der Rat",
    "Unrat B",
    "Unrat A",
  ]);
  const dates = ["Unrat", "Ratte"].map((title) => ({ kind: "EVENT", title, also: "" }));
  expect(new Matcher(dates).find("rat")).toEqual(dates);
});

describe("the result page's table", () => {
  const { suggestions, found: results } = JSON.parse(readFileSync("../tests/search_results.json", "utf8")) as {
    suggestions: { kind: string; title: string; also: string }[];
    found: Record<string, string[]>;
  };
  const matcher = new Matcher(suggestions);
  const kindOf = (wanted: string) => suggestions.find(({ title }) => title === wanted)?.kind;
  it.each(Object.entries(results))("suggests the first results for %s", (text, expected) => {
    const suggested = matcher.find(text).map(({ title }) => title);
    for (const kind of ["ARTIST", "EVENT", "PRODUCT"])
      expect(suggested.filter((title) => kindOf(title) === kind)).toEqual(
        expected.filter((title) => kindOf(title) === kind),
      );
  });
});

const RULES = proves(
  "catalogue §5, §9",
  "quick search: ten suggestions at most, found in a worker, from two characters besides dots, umlauts and typing mistakes forgiven, titles cut at 35 and 40 characters",
);
it("suggests ten at most", RULES, () => {
  const shirts = Array.from({ length: 30 }, (_, at) => `Shirt ${at}`);
  expect(suggests(shirts)("shirt")).toEqual(shirts.slice(0, 10));
});

it("leaves room for every kind of what is equally near", () => {
  const of = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ kind, title: `Nachtfalter ${kind} ${at}`, also: "" }));
  const matcher = new Matcher([...of("ARTIST", 1), ...of("EVENT", 20), ...of("PRODUCT", 20)]);
  const kinds = matcher.find("nachtfalter").map(({ kind }) => kind);
  expect(kinds).toEqual(["ARTIST", ...Array<string>(5).fill("EVENT"), ...Array<string>(4).fill("PRODUCT")]);
});

it("takes no guess that has 40 % or more of a word wrong", () => {
  expect(suggests(["Abcdefghij"])("abcdefgxyj")).toHaveLength(1);
  expect(suggests(["Abcdefghij"])("axcxexgxix")).toEqual([]);
});

it("counts swapped neighbours as one mistake, up to how far a word is written", () => {
  expect(mistakes("artze", "arzte")).toBe(1);
  expect(mistakes("nachtfla", "nachtfalter")).toBe(1);
  expect(mistakes("arzte", "arzte")).toBe(0);
  expect(mistakes("abc", "xyz")).toBe(3);
});
