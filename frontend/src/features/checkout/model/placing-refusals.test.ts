import { expect, it } from "vitest";
import { PLACING } from "@/features/checkout/model/placing-refusals";
import { refusalOf } from "@/lib/sending/refusal";
import { HttpError } from "@/lib/wire/fetch-layer";

const refused = (code: string | undefined) => refusalOf(PLACING, new HttpError(409, code ? { code } : {}), null);

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
  expect(refused(code).step ?? null).toBe(step);
});

it("does not claim that nothing was ordered when no answer came", () => {
  for (const code of [undefined, "INTERNAL", "UNAVAILABLE"])
    expect(refused(code)).toMatchObject({ text: "LANG_CHECKOUT_TROUBLE_UNSURE", isUnknown: true });
  expect(refusalOf(PLACING, new HttpError(0), null).text).toBe("LANG_CHECKOUT_TROUBLE_UNSURE");
  expect(refused("TOO_MANY_ORDERS").text).toBe("LANG_CHECKOUT_ERROR_TOOMANYORDERS");
  expect(refused("SOMETHING_NEW").text).toBe("LANG_CHECKOUT_ERROR_GENERIC");
});
