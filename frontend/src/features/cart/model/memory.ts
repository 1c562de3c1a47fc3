// What a page may know about the cart without asking: how many pieces lay in it when it was last seen, and whether its
// contents are remembered for the time after its reservation.

const keyOf = (shopSlug: string): string => `cart:${shopSlug}`;
export const keptKey = (shopSlug: string): string => `cart:${shopSlug}:kept`;
export const lostKey = (shopSlug: string): string => `cart:${shopSlug}:lost`;

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null: forgets it. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Private windows without storage ask the server instead, and offer nothing again.
  }
}

export const recallPieces = (shopSlug: string): number => Number(recall(keyOf(shopSlug))) || 0;

export const rememberPieces = (shopSlug: string, count: number): void =>
  remember(keyOf(shopSlug), count > 0 ? String(count) : null);
