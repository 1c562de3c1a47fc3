import type { PlacedOrder } from "./attempt";

// The order on whose page the buyer chose to add something: its id is the proof that it is theirs. It stays in this tab.
const keyOf = (shopSlug: string): string => `checkout:${shopSlug}:own-order`;

export function rememberOwnOrder(shopSlug: string, order: PlacedOrder): void {
  try {
    sessionStorage.setItem(keyOf(shopSlug), JSON.stringify(order));
  } catch {
    // Then its number is asked for.
  }
}

export function recallOwnOrder(shopSlug: string): PlacedOrder | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(shopSlug)) ?? "null") as PlacedOrder | null;
  } catch {
    return null;
  }
}

export function forgetOwnOrder(shopSlug: string): void {
  try {
    sessionStorage.removeItem(keyOf(shopSlug));
  } catch {
    // There was none.
  }
}
