import type { AddtocartMutation, CartData, CartLine, Seat } from "@/generated/features/cart/api/cart";

export type Cart = CartData;
export type SeatShift = AddtocartMutation["addToCart"]["seatShifts"][number];
export type { CartLine, Seat };

/** Pieces in the cart; parts of a bundle count with their root. */
export const pieces = (cart: Pick<Cart, "items"> | null): number =>
  cart?.items.reduce((sum, line) => sum + (line.parentId === null ? line.amount : 0), 0) ?? 0;

/** Lines in the cart's order, parts of a bundle right after their root. */
export function orderedLines(cart: Pick<Cart, "items">): { line: CartLine; part: boolean }[] {
  const roots = cart.items.filter((line) => line.parentId === null);
  return roots.flatMap((line) => [
    { line, part: false },
    ...cart.items.filter((other) => other.parentId === line.id).map((other) => ({ line: other, part: true })),
  ]);
}

export function amountIn(cart: Pick<Cart, "items"> | null, productVariantId: string): number {
  return cart?.items.reduce((sum, l) => sum + (l.productVariantId === productVariantId ? l.amount : 0), 0) ?? 0;
}

/** Amounts are whole numbers between the bounds. */
export function wholeAmount(value: number, min: number, max: number): number {
  if (!Number.isFinite(value)) return min;
  return Math.min(max, Math.max(min, Math.trunc(value)));
}
