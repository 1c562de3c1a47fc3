// Who buys, offered where a ticket's holder is entered.
import type { Cart } from "@/features/cart/model/cart";
import type { Holder } from "@/lib/ticket-holder";

type Named = Pick<NonNullable<Cart["billingAddress"]>, "firstName" | "lastName" | "address" | "postCode" | "city">;

/** Who buys, as a ticket's holder; null while nobody is known. */
export function buyerOf(billing: Named | null): Partial<Holder> | null {
  if (!billing || !`${billing.firstName}${billing.lastName}`.trim()) return null;
  const { firstName, lastName, postCode, city } = billing;
  const address = [billing.address, `${postCode} ${city}`.trim()].filter((part) => part.trim()).join(", ");
  // Without one, a typed address stays.
  return { firstName, lastName, ...(address && { address }) };
}
