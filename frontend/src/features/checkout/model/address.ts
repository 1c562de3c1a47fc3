import { camelCase } from "@/lib/wire/rest";

export const ADDRESS_FIELDS = [
  "firstName",
  "lastName",
  "company",
  "address",
  "address2",
  "postCode",
  "city",
  "countryCode",
] as const;
/** What a cart may need besides name and country. */
export const POSTAL_FIELDS: ReadonlySet<string> = new Set(["company", "address", "address2", "postCode", "city"]);
export type AddressField = (typeof ADDRESS_FIELDS)[number];
export type Address = Record<AddressField, string>;

export const DEFAULT_COUNTRY = "de";

export function addressOf(
  source: Partial<Record<AddressField, unknown>> | null | undefined,
  countryCode = DEFAULT_COUNTRY,
): Address {
  const text = (field: AddressField) => (typeof source?.[field] === "string" ? source[field] : "");
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    company: text("company"),
    address: text("address"),
    address2: text("address2"),
    postCode: text("postCode"),
    city: text("city"),
    countryCode: text("countryCode") || countryCode,
  };
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An address as REST takes it: snake_case, without the country's name (purchase §4). */
export const addressToWire = (address: Address): Record<string, string> =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [snake(field), address[field].trim()]));

export function addressFromWire(wire: unknown): Address | null {
  if (typeof wire !== "object" || wire === null) return null;
  return addressOf(camelCase(wire));
}
