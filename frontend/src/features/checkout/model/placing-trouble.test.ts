import { expect, it } from "vitest";
import { troubleOf } from "@/features/checkout/model/placing-trouble";

it.each([
  ["TOTAL_CHANGED", null],
  ["TERMS_NOT_ACCEPTED", null],
  ["RESERVATION_LOST", "cart"],
  ["SOLD_OUT", "cart"],
  ["SESSION_ENDED", "cart"],
  ["ADDRESS_INCOMPLETE", "details"],
  ["HOLDERS_MISSING", "details"],
  ["NO_DELIVERY_METHOD", "payment"],
  ["PAYMENT_METHOD_UNAVAILABLE", "payment"],
  ["TRANSFER_NOT_OFFERED", "payment"],
  ["TOO_MANY_ORDERS", null],
  ["BUSY", null],
])("%s is put right at: %s", (code, step) => {
  expect(troubleOf(code).step).toBe(step);
});

it("does not claim that nothing was ordered when no answer came", () => {
  for (const code of [undefined, "INTERNAL", "UNAVAILABLE"])
    expect(troubleOf(code).text).toBe("LANG_CHECKOUT_TROUBLE_UNSURE");
  expect(troubleOf("TOO_MANY_ORDERS").text).toBe("LANG_CHECKOUT_ERROR_TOOMANYORDERS");
  expect(troubleOf("SOMETHING_NEW").text).toBe("LANG_CHECKOUT_ERROR_GENERIC");
});
