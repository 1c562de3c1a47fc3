import type { Address } from "@/features/checkout/model/address";

/** `pattern`: of the country (shop/core/values/post_codes.py); without one no code is doubted. */
export const postCodeFits = (postCode: string, pattern: string): boolean =>
  !pattern || new RegExp(`^(?:${pattern})$`, "i").test(postCode.trim());

export const hasNumber = (street: string): boolean => /\p{Nd}/u.test(street);

/** Something that is probably, but not surely, wrong: the shopper decides. */
export interface Doubt {
  kind: "post-code" | "no-number";
  part: "billing" | "shipping";
  field: "postCode" | "address";
  /** what was doubted; the same text is not doubted twice */
  about: string;
}

export function doubtsOf(part: Doubt["part"], address: Address, postCodes = ""): Doubt[] {
  const doubts: Doubt[] = [];
  if (!postCodeFits(address.postCode, postCodes)) {
    doubts.push({
      kind: "post-code",
      part,
      field: "postCode",
      about: `${part} ${address.countryCode} ${address.postCode}`,
    });
  }
  if (!hasNumber(address.address))
    doubts.push({ kind: "no-number", part, field: "address", about: `${part} ${address.address}` });
  return doubts;
}
