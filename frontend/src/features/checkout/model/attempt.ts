// One attempt to order has one idempotency key. It stays until the server has answered, so that two clicks, a reload
// or going back ask for the same order.
import { forgetInTab, keepInTab, readInTab } from "@/lib/tab-memory";

export interface PlaceInput {
  expectedTotal: string;
  acceptedTerms: boolean;
  acceptedAge: boolean;
  newsletter: boolean;
}
export interface Attempt {
  key: string;
  cartId: string;
  input: PlaceInput;
}

const keyOf = (shopSlug: string): string => `checkout:${shopSlug}:attempt`;

export const readAttempt = (shopSlug: string): Attempt | null => readInTab(keyOf(shopSlug)) as Attempt | null;

const same = (a: PlaceInput, b: PlaceInput): boolean =>
  a.expectedTotal === b.expectedTotal &&
  a.acceptedTerms === b.acceptedTerms &&
  a.acceptedAge === b.acceptedAge &&
  a.newsletter === b.newsletter;

/** The attempt under way for this cart and this input, or a new one. Another input is another attempt. */
export function beginAttempt(shopSlug: string, cartId: string, input: PlaceInput): Attempt {
  const open = readAttempt(shopSlug);
  if (open?.cartId === cartId && same(open.input, input)) return open;
  const attempt = { key: newKey(), cartId, input };
  // Where nothing is kept, the server still makes one order of one cart.
  keepInTab(keyOf(shopSlug), attempt);
  return attempt;
}

export const endAttempt = (shopSlug: string): void => forgetInTab(keyOf(shopSlug));

/** 128 bits; `crypto.randomUUID` exists only on secure origins. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const lastKey = (shopSlug: string): string => `checkout:${shopSlug}:last`;

export interface PlacedOrder {
  order: string;
  reference: string;
}

/** The order just placed: the way back to it from an empty checkout, in every tab, as long as a session lasts. */
export function rememberPlaced(shopSlug: string, placed: PlacedOrder, sessionSeconds: number, now = Date.now()): void {
  try {
    localStorage.setItem(lastKey(shopSlug), JSON.stringify({ ...placed, until: now + sessionSeconds * 1000 }));
  } catch {
    // The confirmation mail has it as well.
  }
}

export function recallPlaced(shopSlug: string, now = Date.now()): PlacedOrder | null {
  try {
    const last = JSON.parse(localStorage.getItem(lastKey(shopSlug)) ?? "null") as
      | (PlacedOrder & { until: number })
      | null;
    if (last && last.until > now) return { order: last.order, reference: last.reference };
    localStorage.removeItem(lastKey(shopSlug));
  } catch {
    // Then there is none.
  }
  return null;
}
