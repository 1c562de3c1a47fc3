import { describe, expect, it } from "vitest";
import { amountIn, orderedLines, pieces, wholeAmount, type CartLine } from "./cart";
import { announcedMinute, clock, secondsLeft, squaresGone } from "./reservation";

const line = (id: string, amount: number, parentId: string | null = null) =>
  ({ id, amount, parentId, productVariantId: `v${id}` }) as CartLine;

describe("cart", () => {
  const cart = { items: [line("part", 2, "root"), line("root", 2), line("shirt", 3)] };

  it("counts roots, not their parts", () => {
    expect(pieces(cart)).toBe(5);
    expect(pieces(null)).toBe(0);
  });

  it("lays parts below their root", () => {
    expect(orderedLines(cart).map(({ line: l, part }) => `${l.id}${part ? "*" : ""}`)).toEqual(["root", "part*", "shirt"]);
  });

  it("knows what lies in it of one variant", () => expect(amountIn(cart, "vshirt")).toBe(3));

  it.each([
    [2.9, 2],
    [0, 1],
    [99, 9],
    [Number.NaN, 1],
  ])("makes %s the whole amount %s", (given, whole) => expect(wholeAmount(given, 1, 9)).toBe(whole));
});

describe("reservation", () => {
  const now = Date.parse("2027-01-01T12:00:00Z");

  it("waits two seconds longer than the expiry", () => {
    expect(secondsLeft("2027-01-01T12:00:10Z", now)).toBe(12);
    expect(secondsLeft("2027-01-01T11:59:59Z", now)).toBe(1);
    expect(secondsLeft("2027-01-01T11:59:00Z", now)).toBe(0);
  });

  it("is shown as minutes and seconds with a square per minute", () => {
    expect(clock(1205)).toBe("20:05");
    expect(squaresGone(1202)).toBe(0);
    expect(squaresGone(600)).toBe(10);
    expect(squaresGone(0)).toBe(20);
  });

  it("speaks at five, two and one minutes", () => {
    expect([300, 120, 60, 240, 61].map(announcedMinute)).toEqual([5, 2, 1, null, null]);
  });
});
