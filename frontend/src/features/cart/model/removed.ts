import { linesOf, treesOf, type Cart, type CartLine, type Tree } from "@/features/cart/model/cart";

export interface RemovedLine extends Tree<CartLine> {
  /** the place it had among all that stands by itself, what was taken out before counted too */
  index: number;
}

export interface Row extends Tree<CartLine> {
  /** the place of its tree */
  index: number;
  gone?: RemovedLine;
}

/** The cart's lines, and in their old places those that were taken out of it. */
export function rowsOf(cart: Pick<Cart, "items"> | null, removed: readonly RemovedLine[]): Row[] {
  const trees: (Tree<CartLine> & { gone?: RemovedLine })[] = cart ? treesOf(cart) : [];
  for (const gone of removed.toSorted((one, other) => one.index - other.index))
    trees.splice(gone.index, 0, { ...gone, gone });
  return trees.flatMap((tree, index) =>
    tree.gone ? { ...tree, index } : linesOf(tree).map((line) => ({ ...line, index })),
  );
}

/** Without the one that came back, at the end: what stood behind it moves up. */
export function without(removed: readonly RemovedLine[], id: string): RemovedLine[] {
  const back = removed.find(({ line }) => line.id === id);
  return removed
    .filter((one) => one !== back)
    .map((one) => (back && one.index > back.index ? { ...one, index: one.index - 1 } : one));
}
