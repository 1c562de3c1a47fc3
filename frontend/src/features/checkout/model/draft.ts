// What was typed, kept until the order is placed: reload, back and a changed cart must not cost a letter.
import { addressOf, type Address } from "@/features/checkout/model/address";
import type { Preferences } from "@/features/checkout/model/preferences";
import type { Details } from "@/features/checkout/model/validation";
import { forgetInTab, keepInTab, readInTab } from "@/lib/tab-memory";

const keyOf = (shopSlug: string): string => `checkout:${shopSlug}:details`;

export function readDraft(shopSlug: string): Details | null {
  const saved = readInTab(keyOf(shopSlug)) as Partial<Details> | null;
  if (!saved) return null;
  return {
    email: saved.email ?? "",
    billing: addressOf(saved.billing),
    postal: saved.postal === true,
    separate: saved.separate === true,
    shipping: addressOf(saved.shipping),
  };
}

export const writeDraft = (shopSlug: string, details: Details): void => keepInTab(keyOf(shopSlug), details);

export const forgetDraft = (shopSlug: string): void => forgetInTab(keyOf(shopSlug));

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
      postal: cart.billingAddress.address !== "",
      separate: cart.shippingAddress !== null,
      shipping: addressOf(cart.shippingAddress, countryCode),
    };
  }
  return {
    email: saved?.email ?? "",
    billing: saved?.billing ?? addressOf(null, countryCode),
    postal: false,
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
