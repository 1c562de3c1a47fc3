import { expect, test } from "vitest";
import { changed, euros, toPay, type Offer } from "./sums.ts";

const STANDING: Offer = { id: 1, kind: "Standing", price: "28.10", free: 2 };
const SEATED: Offer = { id: 2, kind: "Seated", price: "34.20", free: null };

test("what is chosen is summed to the cent", () => {
  expect(
    toPay(
      [STANDING, SEATED],
      new Map([
        [1, 2],
        [2, 1],
      ]),
    ),
  ).toBe("90.40");
  expect(toPay([STANDING, SEATED], new Map())).toBe("0.00");
});

test("never below none, never above what is left", () => {
  expect(changed(new Map(), STANDING, -1).get(1)).toBe(0);
  expect(changed(new Map([[1, 2]]), STANDING, 1).get(1)).toBe(2);
  expect(changed(new Map([[2, 9]]), SEATED, 1).get(2)).toBe(10);
});

test("money is written as at home", () => {
  expect(euros("90.40")).toBe("90,40 €");
});
