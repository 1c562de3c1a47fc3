import { describe, expect, it } from "vitest";
import type { CartLine } from "./cart";
import { rowsOf, without, type RemovedLine } from "./removed";

const line = (id: string, parentId: string | null = null) => ({ id, parentId }) as CartLine;
/** "a b+c d": b is a bundle with the part c */
const cartOf = (text: string) => ({
  items: text
    .split(" ")
    .filter(Boolean)
    .flatMap((tree) => {
      const [root = "", ...parts] = tree.split("+");
      return [line(root), ...parts.map((part) => line(part, root))];
    }),
});
const shown = (text: string, removed: readonly RemovedLine[]) =>
  rowsOf(cartOf(text), removed)
    .map((row) => (row.gone ? `(${row.line.id})` : row.line.id))
    .join(" ");
/** What is kept when this is taken out. */
const taken = (text: string, removed: readonly RemovedLine[], id: string): RemovedLine[] => {
  const row = rowsOf(cartOf(text), removed).find((one) => one.line.id === id);
  return row ? [...removed, { line: row.line, parts: row.parts, index: row.index }] : [...removed];
};

describe("what was taken out", () => {
  it("stands where it was, whatever is taken out before and after it", () => {
    const first = taken("a b+c d e", [], "d");
    expect(shown("a b+c e", first)).toBe("a b c (d) e");
    const bundle = taken("a b+c e", first, "b");
    expect(bundle.at(-1)?.parts.map(({ id }) => id)).toEqual(["c"]);
    expect(shown("a e", bundle)).toBe("a (b) (d) e");
    const all = taken("a", taken("a e", bundle, "e"), "a");
    expect(shown("", all)).toBe("(a) (b) (d) (e)");
    expect(rowsOf(null, all)).toHaveLength(4);
  });

  it("makes room when something comes back, at the end", () => {
    const both = taken("a c", taken("a b c", [], "b"), "a");
    expect(shown("c a", without(both, "a"))).toBe("(b) c a");
    expect(shown("c b", without(both, "b"))).toBe("(a) c b");
    expect(without(both, "other")).toEqual(both);
  });
});
