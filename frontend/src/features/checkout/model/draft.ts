// What was typed, kept until the order is placed: reload, back and a changed cart must not cost a letter.
import { addressOf, type Address } from "@/features/checkout/model/address";
import type { Preferences } from "@/features/checkout/model/preferences";
import type { Details } from "@/features/checkout/model/validation";

const keyOf = (shopSlug: string): string => `checkout:${shopSlug}:details`;

export function readDraft(shopSlug: string): Details | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(keyOf(shopSlug)) ?? "null") as Partial<Details> | null;
    if (!saved) return null;
    return {
      email: saved.email ?? "",
      billing: addressOf(saved.billing),
      separate: saved.separate === true,
      shipping: addressOf(saved.shipping),
    };
  } catch {
    return null;
  }
}

export function writeDraft(shopSlug: string, details: Details): void {
  try {
    sessionStorage.setItem(keyOf(shopSlug), JSON.stringify(details));
  } catch {
    // Without storage the form lives as long as its page.
  }
}

export function forgetDraft(shopSlug: string): void {
  try {
    sessionStorage.removeItem(keyOf(shopSlug));
  } catch {
    // There was none.
  }
}

interface CartAddresses {
  email: string;
  billingAddress: Partial<Address> | null;
  shippingAddress: Partial<Address> | null;
  countryCode: string;
}

/** What the form starts with: the draft, else what the server keeps, else the preferences of an earlier visit. */
export function startingDetails(draft: Details | null, cart: CartAddresses, saved: Preferences | null): Details {
  if (draft) return draft;
  const { countryCode } = cart;
  if (cart.billingAddress) {
    return {
      email: cart.email,
      billing: addressOf(cart.billingAddress, countryCode),
      separate: cart.shippingAddress !== null,
      shipping: addressOf(cart.shippingAddress, countryCode),
    };
  }
  return {
    email: saved?.email ?? "",
    billing: saved?.billing ?? addressOf(null, countryCode),
    separate: saved?.shipping != null,
    shipping: saved?.shipping ?? addressOf(null, countryCode),
  };
}

/** A country chosen for the cart is the country of the address that goods go to. */
export function withCountry(details: Details, countryCode: string): Details {
  return details.separate
    ? { ...details, shipping: { ...details.shipping, countryCode } }
    : { ...details, billing: { ...details.billing, countryCode }, shipping: { ...details.shipping, countryCode } };
}
