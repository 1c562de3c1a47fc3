import type { AddtocartMutation, CartData, CartLine, Seat } from "@/generated/features/cart/api/cart";

export type Cart = CartData;
export type SeatShift = AddtocartMutation["addToCart"]["seatShifts"][number];
export type { CartLine, Seat };

/** Pieces in the cart; parts of a bundle count with their root. */
export const pieces = (cart: Pick<Cart, "items"> | null): number =>
  cart?.items.reduce((sum, line) => sum + (line.parentId === null ? line.amount : 0), 0) ?? 0;

interface Node {
  readonly id: string;
  readonly parentId: string | null;
}

/** Lines in their order, each with the parts of its bundle, which come right after it. */
export function orderedLines<L extends Node>({ items }: { readonly items: readonly L[] }): { line: L; parts: readonly L[] }[] {
  return items
    .filter((line) => line.parentId === null)
    .flatMap((line) => {
      const parts = items.filter((other) => other.parentId === line.id);
      return [{ line, parts }, ...parts.map((part) => ({ line: part, parts: [] }))];
    });
}

export function amountIn(cart: Pick<Cart, "items"> | null, productVariantId: string): number {
  return cart?.items.reduce((sum, l) => sum + (l.productVariantId === productVariantId ? l.amount : 0), 0) ?? 0;
}

/** Amounts are whole numbers between the bounds. */
export function wholeAmount(value: number, min: number, max: number): number {
  if (!Number.isFinite(value)) return min;
  return Math.min(max, Math.max(min, Math.trunc(value)));
}
