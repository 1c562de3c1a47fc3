import { describe, expect, it } from "vitest";
import { clock, isReleased, minutesSpoken, secondsLeft, squaresGone } from "./reservation";

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

  it("is spoken of at five, two and one minutes", () => {
    expect([301, 300, 121, 120, 61, 60, 1].map(minutesSpoken)).toEqual([undefined, 5, 5, 2, 2, 1, 1]);
  });
});
