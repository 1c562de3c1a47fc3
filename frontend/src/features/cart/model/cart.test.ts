import { describe, expect, it } from "vitest";
import { orderedLines, pieces, type CartLine } from "./cart";
import { announcedMinute, clock, isReleased, secondsLeft, squaresGone } from "./reservation";

const line = (id: string, amount: number, parentId: string | null = null) =>
  ({ id, amount, parentId, productVariantId: `v${id}` }) as CartLine;

describe("cart", () => {
  const cart = { items: [line("part", 2, "root"), line("root", 2), line("shirt", 3)] };

  it("counts roots, not their parts", () => {
    expect(pieces(cart)).toBe(5);
    expect(pieces(null)).toBe(0);
  });

  it("lays parts below their root", () => {
    expect(orderedLines(cart).map(({ line: l, parts }) => `${l.id}${parts.length}`)).toEqual(["root1", "part0", "shirt0"]);
  });
});

describe("reservation", () => {
  const now = Date.parse("2027-01-01T12:00:00Z");

  it("never has more than its length and is released two seconds after its end", () => {
    const end = "2027-01-01T12:20:00Z";
    expect(secondsLeft(end, now)).toBe(1200);
    expect(secondsLeft(end, now + 1)).toBe(1200);
    expect(secondsLeft(end, now + 1_200_500)).toBe(0);
    expect([1_199_000, 1_201_999, 1_202_000].map((ms) => isReleased(end, now + ms))).toEqual([false, false, true]);
  });

  it("is shown as minutes and seconds with a square per minute", () => {
    expect(clock(1205)).toBe("20:05");
    expect(squaresGone(1200)).toBe(0);
    expect(squaresGone(600)).toBe(10);
    expect(squaresGone(0)).toBe(20);
  });

  it("speaks at five, two and one minutes", () => {
    expect([300, 120, 60, 240, 61].map(announcedMinute)).toEqual([5, 2, 1, null, null]);
  });
});
