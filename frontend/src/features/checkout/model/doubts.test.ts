import { expect, it } from "vitest";
import { addressOf } from "@/features/checkout/model/address";
import { doubtsOf, hasNumber, postCodeFits } from "@/features/checkout/model/doubts";

it.each([
  ["04229", "de", true],
  [" 04229 ", "de", true],
  ["4229", "de", false],
  ["D-04229", "de", false],
  ["1010", "at", true],
  ["10100", "at", false],
  ["8001", "ch", true],
  ["80010", "CH", false],
  ["SW1A 1AA", "gb", true],
])("%s in %s: %s", (code, country, fits) => {
  expect(postCodeFits(code, country)).toBe(fits);
});

it("looks for any digit in the street", () => {
  expect(hasNumber("Am Ufer 3a")).toBe(true);
  expect(hasNumber("C 4, 12")).toBe(true);
  expect(hasNumber("Am Ufer")).toBe(false);
});

it("names what is doubted, so that the same text is asked about once", () => {
  const address = addressOf({ address: "Am Ufer", postCode: "123" });
  expect(doubtsOf("shipping", address)).toEqual([
    { kind: "post-code", part: "shipping", field: "postCode", about: "shipping de 123" },
    { kind: "no-number", part: "shipping", field: "address", about: "shipping Am Ufer" },
  ]);
  expect(doubtsOf("billing", { ...address, address: "Am Ufer 3", postCode: "04229" })).toEqual([]);
});
