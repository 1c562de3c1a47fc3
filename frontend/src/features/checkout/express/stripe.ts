// Stripe's script. Its types come from Stripe's own package, whose release the server names (checkout/payments/stripe_settings.py).
import type { Stripe } from "@stripe/stripe-js";
import { loadScript } from "./script";

const known = new Map<string, Stripe>();

export async function loadStripe({ url, key }: { url: string; key: string }): Promise<Stripe> {
  await loadScript(url);
  const stripe = known.get(key) ?? window.Stripe?.(key);
  if (!stripe) throw new Error("no Stripe");
  known.set(key, stripe);
  return stripe;
}
