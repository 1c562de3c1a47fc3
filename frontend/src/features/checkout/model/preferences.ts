// Saved order preferences (purchase §3): a cookie per shop that fills in the next checkout until an order is placed.
import { addressFromWire, addressToWire, POSTAL_FIELDS, type Address } from "@/features/checkout/model/address";
import type { Details } from "@/features/checkout/model/validation";
import { readCookie, writeCookie } from "@/lib/cookies";

export interface Preferences {
  email: string;
  paymentMethod: string | null;
  shippingMethod: string | null;
  billing: Address | null;
  /** null = as billing */
  shipping: Address | null;
}

const DAYS = 7;
/** Browsers drop a larger cookie silently. */
const MAX_BYTES = 3800;

const nameOf = (shopSlug: string): string => `${shopSlug}_orderpreferences`;

export function writePreferences(shopSlug: string, preferences: Preferences): void {
  const { email, paymentMethod, shippingMethod, billing, shipping } = preferences;
  const base = { email, payment_method: paymentMethod, shipping_method: shippingMethod };
  const addresses = {
    billing_address: billing && addressToWire(billing),
    shipping_address: shipping && addressToWire(shipping),
  };
  const whole = JSON.stringify({ ...base, ...addresses });
  const fits = encodeURIComponent(whole).length <= MAX_BYTES;
  writeCookie(nameOf(shopSlug), fits ? whole : JSON.stringify(base), DAYS);
}

export function readPreferences(shopSlug: string): Preferences | null {
  try {
    const saved = JSON.parse(readCookie(nameOf(shopSlug)) ?? "null") as Record<string, unknown> | null;
    if (!saved) return null;
    const text = (key: string) => (typeof saved[key] === "string" ? saved[key] : null);
    return {
      email: text("email") ?? "",
      paymentMethod: text("payment_method"),
      shippingMethod: text("shipping_method"),
      billing: addressFromWire(saved["billing_address"]),
      shipping: addressFromWire(saved["shipping_address"]),
    };
  } catch {
    return null;
  }
}

type Addresses = Pick<Preferences, "billing" | "shipping">;

/** What is kept of an order's addresses: parts that it did not ask for stay as they were. */
export function keptAddresses({ billing, postal, separate, shipping }: Details, saved: Addresses | null): Addresses {
  if (postal) return { billing, shipping: separate ? shipping : null };
  if (!saved?.billing) return { billing, shipping: saved?.shipping ?? null };
  const asked = Object.entries(billing).filter(([field]) => !POSTAL_FIELDS.has(field));
  return { billing: { ...saved.billing, ...Object.fromEntries(asked) }, shipping: saved.shipping };
}

export const forgetPreferences = (shopSlug: string): void => writeCookie(nameOf(shopSlug), "", 0);
