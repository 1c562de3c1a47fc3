import { describe, expect, it } from "vitest";
import { orderedLines, pieces, type CartLine } from "./cart";

const line = (id: string, amount: number, parentId: string | null = null) =>
  ({ id, amount, parentId, productVariantId: `v${id}` }) as CartLine;

describe("cart", () => {
  const cart = { items: [line("part", 2, "root"), line("root", 2), line("shirt", 3)] };

  it("counts roots, not their parts", () => {
    expect(pieces(cart)).toBe(5);
    expect(pieces(null)).toBe(0);
  });

  it("lays parts below their root", () => {
    expect(orderedLines(cart).map(({ line: l, parts }) => `${l.id}${parts.length}`)).toEqual([
      "root1",
      "part0",
      "shirt0",
    ]);
  });
});
