// What a wallet's sheet is asked for, and what comes of it.
import type { Cart } from "@/features/cart";
import type { Carrier } from "@/features/checkout/api/use-choices";
import type { Address } from "@/features/checkout/model/address";
import { NO_SHIPPING } from "@/features/checkout/model/flow";
import { toCents } from "@/lib/money";
import type { ShippingOption, WalletAddress, WalletRequest } from "./stripe";

/** The country of the shop's account at Stripe. */
const COUNTRY = "DE";

interface Wanted {
  cart: Cart;
  carriers: readonly Carrier[];
  /** an address is entered already: the sheet asks for none */
  addressed: boolean;
  shopName: string;
  /** stands for what is not sent by post */
  noShipping: string;
}

/** The cheapest first: sheets take the first. */
export function shippingOptions({ cart, carriers, noShipping }: Wanted): readonly ShippingOption[] {
  if (!cart.physical) return [{ id: NO_SHIPPING, label: noShipping, detail: "", amount: 0 }];
  const options = carriers.map(({ id, name, description, price }) => ({ id, label: name, detail: description, amount: toCents(price) }));
  return options.sort((a, b) => a.amount - b.amount);
}

/** What is due with that carrier, in cents. */
export function totalWith(cart: Cart, carrier: { amount: number } | undefined): number {
  return toCents(cart.totalDue) - toCents(cart.shipping?.price ?? "0") + (carrier?.amount ?? 0);
}

export function requestOf(wanted: Wanted): WalletRequest {
  const { cart, addressed, shopName } = wanted;
  const base = { country: COUNTRY, currency: "eur" as const };
  if (addressed) return { ...base, total: { label: shopName, amount: toCents(cart.totalDue) } };
  const options = shippingOptions(wanted);
  return {
    ...base,
    total: { label: shopName, amount: totalWith(cart, options[0]) },
    requestPayerName: true,
    requestPayerEmail: true,
    requestShipping: true,
    shippingOptions: options,
  };
}

export const isInCountry = (address: Pick<WalletAddress, "country">, cart: Pick<Cart, "countryCode">): boolean =>
  address.country.toLowerCase() === cart.countryCode;

/** In the checkout's fields; the last word of the recipient's name is the last name. */
export function addressOf({ recipient, organization, addressLine, postalCode, city, country }: WalletAddress): Address {
  const words = recipient.trim().split(/\s+/);
  return {
    firstName: words.slice(0, -1).join(" "),
    lastName: words.at(-1) ?? "",
    company: organization,
    address: addressLine[0] ?? "",
    address2: addressLine.slice(1).join(", "),
    postCode: postalCode,
    city,
    countryCode: country.toLowerCase(),
  };
}
