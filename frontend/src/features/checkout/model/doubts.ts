import type { Address } from "@/features/checkout/model/address";

/** Digits of a postal code; countries that are not listed are not doubted. */
const POSTAL_DIGITS: Readonly<Record<string, number>> = { de: 5, at: 4, ch: 4 };

export function postCodeFits(postCode: string, countryCode: string): boolean {
  const digits = POSTAL_DIGITS[countryCode.toLowerCase()];
  return digits === undefined || new RegExp(`^\\d{${digits}}$`).test(postCode.trim());
}

export const hasNumber = (street: string): boolean => /\p{Nd}/u.test(street);

/** Something that is probably, but not surely, wrong: the shopper decides. */
export interface Doubt {
  kind: "post-code" | "no-number";
  part: "billing" | "shipping";
  field: "postCode" | "address";
  /** what was doubted; the same text is not doubted twice */
  about: string;
}

export function doubtsOf(part: Doubt["part"], address: Address): Doubt[] {
  const doubts: Doubt[] = [];
  if (!postCodeFits(address.postCode, address.countryCode)) {
    doubts.push({ kind: "post-code", part, field: "postCode", about: `${part} ${address.countryCode} ${address.postCode}` });
  }
  if (!hasNumber(address.address)) doubts.push({ kind: "no-number", part, field: "address", about: `${part} ${address.address}` });
  return doubts;
}
