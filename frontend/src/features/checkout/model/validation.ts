// The same rules as the server's checkout/rules.py; messages are codes that the forms put into words (purchase §5).
import {
  ADDRESS_FIELDS,
  addressOf,
  POSTAL_FIELDS,
  type Address,
  type AddressField,
} from "@/features/checkout/model/address";
import { hasLinkOrSign, oneLine } from "@/lib/links";
import { isMailAddress } from "@/lib/mail-address";

export const MAX_LENGTHS: Partial<Record<AddressField, number>> = {
  firstName: 40,
  lastName: 40,
  company: 100,
  address: 60,
  address2: 60,
  postCode: 10,
  city: 60,
};

/** Also the server's field codes. */
export type FieldCode = "required" | "too_long" | "link" | "invalid" | "unknown_country";

export interface Details {
  email: string;
  billing: Address;
  /** street, postal code and city are entered, needed or for the invoice */
  postal: boolean;
  /** goods go to another address than the bill */
  separate: boolean;
  shipping: Address;
}
export type DetailsPath = "email" | `${"billing" | "shipping"}.${AddressField}`;

const length = (value: string): number => Array.from(value).length;

const OPTIONAL: ReadonlySet<AddressField> = new Set(["company", "address2"]);

function textProblem(field: AddressField, typed: string): FieldCode | null {
  const text = oneLine(typed);
  if (!text) return OPTIONAL.has(field) ? null : "required";
  if (length(text) > (MAX_LENGTHS[field] ?? Infinity)) return "too_long";
  return hasLinkOrSign(text) ? "link" : null;
}

function emailProblem(typed: string): FieldCode | null {
  if (!typed.trim()) return "required";
  return isMailAddress(typed.trim()) ? null : "invalid";
}

export type DetailsProblems = Partial<Record<DetailsPath, FieldCode>>;

/** The first problem of every field, in the form's order; empty when the form can be sent. */
export function detailsProblems(details: Details, countries: readonly string[]): DetailsProblems {
  const problems: DetailsProblems = {};
  const note = (path: DetailsPath, code: FieldCode | null) => {
    if (code) problems[path] = code;
  };
  note("email", emailProblem(details.email));
  for (const part of details.separate ? (["billing", "shipping"] as const) : (["billing"] as const)) {
    for (const field of fieldsOf(details)) note(`${part}.${field}`, textProblem(field, details[part][field]));
    forgiveOneName(part, problems);
    const country = details[part].countryCode;
    if (country && countries.length > 0 && !countries.includes(country))
      problems[`${part}.countryCode`] = "unknown_country";
  }
  return problems;
}

export const fieldsOf = ({ postal }: Details): readonly AddressField[] =>
  postal ? ADDRESS_FIELDS : ADDRESS_FIELDS.filter((field) => !POSTAL_FIELDS.has(field));

/** What of it is asked for and sent: what is not shipped has no other address. */
export function askedDetails(entered: Details, cart: { physical: boolean; needsPostalAddress: boolean }): Details {
  const details = {
    ...entered,
    postal: entered.postal || cart.needsPostalAddress,
    separate: entered.separate && cart.physical,
  };
  if (details.postal) return details;
  const { firstName, lastName, countryCode } = entered.billing;
  return { ...details, billing: addressOf({ firstName, lastName, countryCode }) };
}

/** Who has one name writes it into either field. */
function forgiveOneName(part: "billing" | "shipping", problems: DetailsProblems): void {
  const [empty, other] = ([`${part}.firstName`, `${part}.lastName`] as const).filter(
    (path) => problems[path] === "required",
  );
  if (empty && !other) Reflect.deleteProperty(problems, empty);
}

/** What is sent: blanks tidied. */
export function tidied(address: Address): Address {
  return Object.fromEntries(Object.entries(address).map(([field, value]) => [field, oneLine(value)])) as Address;
}

const CODES: ReadonlySet<string> = new Set(["required", "too_long", "link", "unknown_country"]);

/** The server's code of a field; one that the form has no words for is "invalid". */
export const fieldCode = (code: string): FieldCode => (CODES.has(code) ? (code as FieldCode) : "invalid");
