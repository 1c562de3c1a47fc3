import type {
  AddtocartMutation,
  CartData,
  CartLine as LineData,
  Seat as SeatData,
} from "@/generated/features/cart/api/cart";
import type { Plain } from "@/lib/wire/plain";

/** What the pages read of a cart, whichever API answers it: both schemas are compared with it where an answer comes in. */
export type Cart = Plain<CartData>;
export type SeatShift = AddtocartMutation["addToCart"]["seatShifts"][number];
export type CartLine = Plain<LineData>;
export type Seat = Plain<SeatData>;

/** Pieces in the cart; parts of a bundle count with their root. */
export const pieces = (cart: Pick<Cart, "items"> | null): number =>
  cart?.items.reduce((sum, line) => sum + (line.parentId === null ? line.amount : 0), 0) ?? 0;

interface Node {
  readonly id: string;
  readonly parentId: string | null;
}

/** A line, and the parts of its bundle. */
export interface Tree<L> {
  line: L;
  parts: readonly L[];
}

/** What stands by itself in the cart, in its order. */
export const treesOf = <L extends Node>({ items }: { readonly items: readonly L[] }): Tree<L>[] =>
  items
    .filter((line) => line.parentId === null)
    .map((line) => ({ line, parts: items.filter((other) => other.parentId === line.id) }));

/** A tree's lines, each with its own parts: the root, and right after it what it has. */
export const linesOf = <L>({ line, parts }: Tree<L>): Tree<L>[] => [
  { line, parts },
  ...parts.map((part) => ({ line: part, parts: [] })),
];

/** Lines in their order, each with the parts of its bundle, which come right after it. */
export const orderedLines = <L extends Node>(cart: { readonly items: readonly L[] }): Tree<L>[] =>
  treesOf(cart).flatMap(linesOf);
