import { expect, it } from "vitest";
import { addressOf } from "@/features/checkout/model/address";
import { doubtsOf, hasNumber, postCodeFits } from "@/features/checkout/model/doubts";

const GERMANY = "\\d{5}";
const POLAND = "\\d{2}[ -]?\\d{3}";
const BRITAIN = "[A-Z]\\d[ -]?\\d[A-Z]{2}|[A-Z]{2}\\d[A-Z][ -]?\\d[A-Z]{2}";

it.each([
  ["04229", GERMANY, true],
  [" 04229 ", GERMANY, true],
  ["4229", GERMANY, false],
  ["D-04229", GERMANY, false],
  ["00-950", POLAND, true],
  ["00950", POLAND, true],
  ["0095", POLAND, false],
  ["sw1a 1aa", BRITAIN, true],
  ["10115", BRITAIN, false],
  ["M5V 3L9", BRITAIN, false],
  ["anything", "", true],
])("%s as %s: %s", (code, pattern, fits) => {
  expect(postCodeFits(code, pattern)).toBe(fits);
});

it("looks for any digit in the street", () => {
  expect(hasNumber("Am Ufer 3a")).toBe(true);
  expect(hasNumber("C 4, 12")).toBe(true);
  expect(hasNumber("Am Ufer")).toBe(false);
});

it("names what is doubted, so that the same text is asked about once", () => {
  const address = addressOf({ address: "Am Ufer", postCode: "123" });
  expect(doubtsOf("shipping", address, GERMANY)).toEqual([
    { kind: "post-code", part: "shipping", field: "postCode", about: "shipping de 123" },
    { kind: "no-number", part: "shipping", field: "address", about: "shipping Am Ufer" },
  ]);
  expect(doubtsOf("billing", { ...address, address: "Am Ufer 3", postCode: "04229" }, GERMANY)).toEqual([]);
});
