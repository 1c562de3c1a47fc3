// Stripe's script. Its types come from Stripe's own package, whose release is the one that the server names (config/payments.py).
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
