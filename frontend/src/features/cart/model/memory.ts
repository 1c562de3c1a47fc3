// What a page may know about the cart without asking: how many pieces lay in it when it was last seen.

const keyOf = (shopSlug: string): string => `cart:${shopSlug}`;

export function recallPieces(shopSlug: string): number {
  try {
    return Number(localStorage.getItem(keyOf(shopSlug))) || 0;
  } catch {
    return 0;
  }
}

export function rememberPieces(shopSlug: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(keyOf(shopSlug), String(count));
    else localStorage.removeItem(keyOf(shopSlug));
  } catch {
    // Private windows without storage ask the server instead.
  }
}
