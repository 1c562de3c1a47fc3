// The same rules as the server's checkout/rules.py; messages are codes that the forms put into words (purchase §5).
import * as v from "valibot";
import type { Address, AddressField } from "@/features/checkout/model/address";
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
  /** goods go to another address than the bill */
  separate: boolean;
  shipping: Address;
}
export type DetailsPath = "email" | `${"billing" | "shipping"}.${AddressField}`;

const length = (value: string): number => Array.from(value).length;

const text = (field: AddressField) =>
  v.pipe(
    v.string(),
    v.transform(oneLine),
    v.check((value) => length(value) <= (MAX_LENGTHS[field] ?? Infinity), "too_long" satisfies FieldCode),
    v.check((value) => !hasLinkOrSign(value), "link" satisfies FieldCode),
  );
const required = (field: AddressField) =>
  v.pipe(
    text(field),
    v.check((value) => value !== "", "required" satisfies FieldCode),
  );

const address = v.object({
  firstName: required("firstName"),
  lastName: required("lastName"),
  company: text("company"),
  address: required("address"),
  address2: text("address2"),
  postCode: required("postCode"),
  city: required("city"),
  countryCode: required("countryCode"),
});
const anyAddress = v.record(v.string(), v.string());
const email = v.pipe(
  v.string(),
  v.trim(),
  v.check((value) => value !== "", "required" satisfies FieldCode),
  v.check((value) => value === "" || isMailAddress(value), "invalid" satisfies FieldCode),
);

const withShipping = v.object({ email, billing: address, separate: v.literal(true), shipping: address });
const asBilling = v.object({ email, billing: address, separate: v.literal(false), shipping: anyAddress });

export type DetailsProblems = Partial<Record<DetailsPath, FieldCode>>;

/** The first problem of every field, in the form's order; empty when the form can be sent. */
export function detailsProblems(details: Details, countries: readonly string[]): DetailsProblems {
  const result = v.safeParse(details.separate ? withShipping : asBilling, details);
  const problems: DetailsProblems = {};
  for (const issue of result.issues ?? []) {
    const path = issue.path?.map((item) => String(item.key)).join(".") as DetailsPath;
    problems[path] ??= issue.message as FieldCode;
  }
  for (const part of details.separate ? (["billing", "shipping"] as const) : (["billing"] as const)) {
    forgiveOneName(part, problems);
    const country = details[part].countryCode;
    if (country && countries.length > 0 && !countries.includes(country))
      problems[`${part}.countryCode`] = "unknown_country";
  }
  return problems;
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

const SERVER_PARTS: Record<string, "billing" | "shipping"> = {
  billing_address: "billing",
  shipping_address: "shipping",
};

/** Paths of the server's problem+json as the form's paths; what the form does not know is left out. */
export function serverProblems(fields: Readonly<Record<string, readonly { code: string }[]>>): DetailsProblems {
  const problems: DetailsProblems = {};
  for (const [path, [first]] of Object.entries(fields)) {
    const [part = "", field = ""] = path.split(".");
    const name = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as AddressField;
    const own = path === "email" ? "email" : SERVER_PARTS[part] ? (`${SERVER_PARTS[part]}.${name}` as const) : null;
    if (own && first)
      problems[own] = (
        ["required", "too_long", "link", "unknown_country"].includes(first.code) ? first.code : "invalid"
      ) as FieldCode;
  }
  return problems;
}
