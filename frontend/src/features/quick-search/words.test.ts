import { describe, expect, it } from "vitest";
import { cutTitle, fold, isEnough } from "./words";

describe("folding", () => {
  it.each([
    ["Ärzte", "Aerzte"],
    ["Ärzte", "ARZTE"],
    ["Größe", "groesse"],
    ["Größe", "Grosse"],
    ["Straße", "STRASSE"],
    ["Über", "ueber"],
    ["T-Shirt", "tshirt"],
    ["T‑Shirt", "T-Shirt"],
    ["Café „Señor Ørsted“", "cafe senor orsted"],
    ["Blue", "blue"],
    ["rock'n’roll", "RocknRoll"],
  ])("%s = %s", (one, other) => expect(fold(one)).toBe(fold(other)));

  it("keeps letters and digits of every script, with single spaces", () =>
    expect(fold("  Ночь – №7 (LP) ")).toBe("ночь 7 lp"));
});

describe("what is enough to suggest something", () => {
  it.each(["", " ", "a", ".", "..", "....", ".a.", " a "])("%j is not", (text) => expect(isEnough(text)).toBe(false));
  it.each(["ab", "a.b", ".ab", "a b", "äö"])("%j is", (text) => expect(isEnough(text)).toBe(true));
});

describe("titles", () => {
  const title = "x".repeat(50);
  it("are cut at 35 characters beside a picture, else at 40", () => {
    expect(cutTitle(title, true)).toEqual(["x".repeat(35), "x".repeat(15)]);
    expect(cutTitle(title, false)).toEqual(["x".repeat(40), "x".repeat(10)]);
  });
  it("stay whole where they fit", () => {
    expect(cutTitle("x".repeat(35), true)).toEqual(["x".repeat(35), ""]);
    expect(cutTitle("x".repeat(40), false)).toEqual(["x".repeat(40), ""]);
  });
  it("are cut between characters and without a space at the end", () => {
    expect(cutTitle(`${"x".repeat(34)}🎺🎷`, true)).toEqual([`${"x".repeat(34)}🎺`, "🎷"]);
    expect(cutTitle(`${"x".repeat(34)} yy`, true)).toEqual(["x".repeat(34), " yy"]);
  });
});
