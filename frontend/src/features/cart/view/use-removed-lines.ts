import { useState } from "react";
import { orderedLines, type Cart, type CartLine } from "@/features/cart/model/cart";

export interface RemovedLine {
  line: CartLine;
  /** of its bundle, which went with it */
  parts: readonly CartLine[];
  /** the place it had */
  index: number;
}

interface Row {
  line: CartLine;
  parts: readonly CartLine[];
  gone?: RemovedLine;
}

export interface RemovedLines {
  /** the cart's lines, and in their old places those that were taken out of it here */
  rowsOf: (cart: Cart | null) => readonly Row[];
  keep: (removed: RemovedLine) => void;
  forget: (id: string) => void;
}

/** What was taken out of the cart while it was looked at, so that it can come back. */
export function useRemovedLines(): RemovedLines {
  const [removed, setRemoved] = useState<readonly RemovedLine[]>([]);
  return {
    rowsOf: (cart) => {
      const rows: Row[] = cart ? orderedLines(cart) : [];
      for (const gone of removed) rows.splice(gone.index, 0, { ...gone, gone });
      return rows;
    },
    keep: (line) => setRemoved((all) => [...all, line]),
    forget: (id) => setRemoved((all) => all.filter(({ line }) => line.id !== id)),
  };
}
