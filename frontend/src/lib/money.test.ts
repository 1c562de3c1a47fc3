import { describe, expect, it } from "vitest";
import { divide, formatMoney, fromCents, multiply, sum, toCents } from "@/lib/money";

const shown = (amount: string | null, trim = false) => formatMoney(amount, trim).replace("\u00a0", " ");

describe("formatMoney", () => {
  it.each([
    ["29.90", "29,90 €"],
    ["0.00", "0,00 €"],
    ["1299.5", "1.299,50 €"],
    ["99999.99", "99.999,99 €"],
  ])("shows %s as %s", (amount, text) => expect(shown(amount)).toBe(text));

  it.each(["100000", "100000.00", "250000.10"])("shows nothing for %s", (amount) => expect(shown(amount)).toBe(""));

  it("shows nothing without a price", () => expect(shown(null)).toBe(""));

  it("drops zero decimals only where a shop wants it", () => {
    expect(shown("24.00", true)).toBe("24 €");
    expect(shown("24.50", true)).toBe("24,50 €");
    expect(shown("24.00")).toBe("24,00 €");
  });
});

describe("counting", () => {
  it("counts in whole cents", () => {
    expect(sum(["0.10", "0.20"])).toBe("0.30");
    expect(multiply("29.90", 3)).toBe("89.70");
    expect([divide("89.70", 3), divide("10.00", 3)]).toEqual(["29.90", "3.33"]);
    expect(toCents("5.9")).toBe(590);
    expect(fromCents(-5)).toBe("-0.05");
    expect(toCents("-0.05")).toBe(-5);
  });
});
