// Saved order preferences (purchase §3): a cookie per shop that fills in the next checkout until an order is placed.
import { addressFromWire, addressToWire, type Address } from "@/features/checkout/model/address";

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
  let value = encodeURIComponent(JSON.stringify({ ...base, ...addresses }));
  if (value.length > MAX_BYTES) value = encodeURIComponent(JSON.stringify(base));
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${nameOf(shopSlug)}=${value}; path=/; max-age=${DAYS * 86_400}; samesite=lax${secure}`;
}

export function readPreferences(shopSlug: string): Preferences | null {
  const start = `${nameOf(shopSlug)}=`;
  const cookie = document.cookie.split("; ").find((c) => c.startsWith(start));
  if (!cookie) return null;
  try {
    const saved = JSON.parse(decodeURIComponent(cookie.slice(start.length))) as Record<string, unknown>;
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

export function forgetPreferences(shopSlug: string): void {
  document.cookie = `${nameOf(shopSlug)}=; path=/; max-age=0; samesite=lax`;
}
