// What is wrong with the buyer's details, in words, and what the server refuses about them.
import {
  ADDRESS_FIELDS,
  detailsProblems,
  fieldCode,
  MAX_LENGTHS,
  ORDER_ERRORS,
  type AddressField,
  type Details,
  type DetailsPath,
  type FieldCode,
} from "@/features/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { LONGEST_ADDRESS } from "@/lib/mail-address";
import { action } from "@/lib/sending/action";
import type { FieldRule, Problem } from "@/lib/sending/refusal";
import { CART_TEXTS } from "@/lib/texts/error-texts";
import { camelCase } from "@/lib/wire/rest";

export const LABELS: Record<AddressField | "email", LangKey> = {
  email: "LANG_CHECKOUT_FIELD_EMAIL",
  firstName: "LANG_CHECKOUT_FIELD_FIRSTNAME",
  lastName: "LANG_CHECKOUT_FIELD_LASTNAME",
  company: "LANG_CHECKOUT_FIELD_COMPANY",
  address: "LANG_CHECKOUT_FIELD_STREET",
  address2: "LANG_CHECKOUT_FIELD_ADDRESS2",
  postCode: "LANG_CHECKOUT_FIELD_POSTCODE",
  city: "LANG_CHECKOUT_FIELD_CITY",
  countryCode: "LANG_CHECKOUT_FIELD_COUNTRY",
};

const nameOf = (path: DetailsPath): AddressField | "email" =>
  path === "email" ? path : (path.split(".")[1] as AddressField);

const TEXTS: Readonly<Record<FieldCode, LangKey>> = {
  required: "LANG_CHECKOUT_FIELD_REQUIRED",
  too_long: "LANG_CHECKOUT_FIELD_TOOLONG",
  link: "LANG_CHECKOUT_FIELD_LINK",
  unknown_country: "LANG_CHECKOUT_ERROR_COUNTRY",
  invalid: "LANG_CHECKOUT_FIELD_INVALID",
};

function problemAt(path: DetailsPath, code: FieldCode): Problem {
  const name = nameOf(path);
  const text = code === "invalid" && name === "email" ? "LANG_CHECKOUT_FIELD_EMAIL_INVALID" : TEXTS[code];
  const limit = name === "email" ? LONGEST_ADDRESS : (MAX_LENGTHS[name] ?? 0);
  return { field: path, text, label: LABELS[name], values: { limit } };
}

/** In the form's order. */
export const problemsOf = (details: Details, countries: readonly string[]): Problem[] =>
  (Object.entries(detailsProblems(details, countries)) as [DetailsPath, FieldCode][]).map(([path, code]) =>
    problemAt(path, code),
  );

/** The server's paths as the form's; what the form does not know is left out. */
const ofAddress =
  (part: "billing" | "shipping"): FieldRule<unknown> =>
  ({ code }, wireName) => {
    const [name] = Object.keys(camelCase({ [wireName]: "" }));
    const field = ADDRESS_FIELDS.find((one) => one === name);
    return field ? problemAt(`${part}.${field}`, fieldCode(code)) : null;
  };

/** `save`: all that the step stores, one after the other. */
export const saveStep = action<{ save: () => Promise<unknown> }, unknown>({
  about: "details",
  send: (_server, { save }) => save(),
  refusals: { ...CART_TEXTS, ...ORDER_ERRORS },
  fields: {
    email: ({ code }) => problemAt("email", fieldCode(code)),
    "billing_address.*": ofAddress("billing"),
    "shipping_address.*": ofAddress("shipping"),
  },
  otherwise: "LANG_ERROR_GENERIC",
});
