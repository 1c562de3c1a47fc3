import { expect, it } from "vitest";
import { refusalOf } from "@/lib/sending/refusal";
import { HttpError } from "@/lib/wire/fetch-layer";
import { saveStep } from "./details";

it("what the server refuses stands at the form's fields", () => {
  const wrong = (code: string) => [{ code, message: "" }];
  const errors = {
    "billing_address.first_name": wrong("too_long"),
    "shipping_address.post_code": wrong("required"),
    "shipping_address.city": wrong("link"),
    "billing_address.address2": wrong("null"),
    email: wrong("invalid"),
    other: wrong("required"),
  };
  const error = new HttpError(400, { code: "INVALID_INPUT", errors });
  const { problems } = refusalOf(saveStep, error, { save: () => Promise.resolve() });
  expect(problems.map(({ field, text }) => `${field} ${text}`)).toEqual([
    "billing.firstName LANG_CHECKOUT_FIELD_TOOLONG",
    "shipping.postCode LANG_CHECKOUT_FIELD_REQUIRED",
    "shipping.city LANG_CHECKOUT_FIELD_LINK",
    "billing.address2 LANG_CHECKOUT_FIELD_INVALID",
    "email LANG_CHECKOUT_FIELD_EMAIL_INVALID",
  ]);
});
