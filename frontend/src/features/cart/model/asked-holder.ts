// Whose ticket it is, as far as its event asks (purchase §5 "Personalisation"); the server's cart/ticket_holders.py.
import type { CartLine } from "@/features/cart/model/cart";
import { PARTS, SIGN, type Holder, type Part } from "@/lib/ticket-holder";

/** What a line says of its event's wish. */
export type Asking = Pick<CartLine, "personalizationRequirement" | "personalIdentifier">;
/** A ticket, in the cart or sold, as far as it is told whose it is asked for. */
export type HolderLine = Asking &
  Pick<CartLine, "id" | "productName" | "productVariantDescription" | "pricingCategoryName" | "seat" | "eventDay">;

const ASKED: Readonly<Record<CartLine["personalizationRequirement"], readonly Part[]>> = {
  no_personalization_required: [],
  check_in_required: ["firstName", "lastName"],
  contact_tracing_required: PARTS,
};

export const askedParts = (line: Pick<Asking, "personalizationRequirement">): readonly Part[] =>
  ASKED[line.personalizationRequirement];

export function holderOf(text: string): Holder {
  const [firstName = "", lastName = "", address = "", ...phone] = text.split(SIGN);
  return { firstName, lastName, address, phone: phone.join(SIGN) };
}

export function holderName(text: string): string {
  const { firstName, lastName } = holderOf(text);
  return `${firstName} ${lastName}`.trim();
}

/** All of it, for people to read; a number stays on one line. */
export function holderText(text: string): string {
  const { address, phone } = holderOf(text);
  return [holderName(text), address, phone.replaceAll(" ", "\u00a0")].filter(Boolean).join(", ");
}

/** The event knows all that it asks for. Who has one name has no other. */
export function isNamed(line: Asking): boolean {
  const name = holderName(line.personalIdentifier);
  const holder = { ...holderOf(line.personalIdentifier), firstName: name, lastName: name };
  return askedParts(line).every((part) => holder[part].trim() !== "");
}
