import { describe, expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { ignoredOf, questionOf, typedOf, wordsOf } from "./words";

describe("the words of an address", () => {
  it("are lower-cased, trimmed, split on spaces and said once", () => {
    expect(wordsOf("  Shirt  KÖLN shirt ")).toEqual(["shirt", "köln"]);
    expect(wordsOf(" ")).toEqual([]);
  });

  it("are shown as they were typed", proves("catalogue §5", "the page shows the words as they were typed"), () => {
    expect(typedOf("  Gutschein   AC/DC ")).toBe("Gutschein AC/DC");
    expect(typedOf(`${"Ä".repeat(241)} Shirt`)).toBe("Shirt");
  });

  it("are few and short", () => {
    expect(wordsOf(Array.from({ length: 20 }, (_, n) => `w${n}`).join(" "))).toHaveLength(8);
    expect(wordsOf(`${"ä".repeat(240)} ${"ö".repeat(241)}`)).toEqual(["ä".repeat(240)]);
  });

  it(
    "are named where they are too many or too long",
    proves("catalogue §5", "the page names the words that are not looked for"),
    () => {
      expect(ignoredOf("a b c d e f g h a I j")).toEqual(["i", "j"]);
      expect(ignoredOf("a b")).toEqual([]);
      expect(ignoredOf(`a ${"ö".repeat(241)} b`)).toEqual(["ö".repeat(241)]);
    },
  );

  it("come with the cursors of the lists that go on", () => {
    expect(questionOf("a b", new URLSearchParams("merch_after=x&other=y"))).toEqual({
      query: ["a", "b"],
      merchAfter: "x",
    });
  });
});
