import { useState } from "react";
import type { Cart } from "@/features/cart/model/cart";
import { rowsOf, without, type RemovedLine, type Row } from "@/features/cart/model/removed";

export interface RemovedLines {
  rowsOf: (cart: Cart | null) => readonly Row[];
  keep: (removed: RemovedLine) => void;
  forget: (id: string) => void;
}

/** What was taken out of the cart while it was looked at, so that it can come back. */
export function useRemovedLines(): RemovedLines {
  const [removed, setRemoved] = useState<readonly RemovedLine[]>([]);
  return {
    rowsOf: (cart) => rowsOf(cart, removed),
    keep: (line) => setRemoved((all) => [...all, line]),
    forget: (id) => setRemoved((all) => without(all, id)),
  };
}
