import type { ReactNode } from "react";
import type { Cart, CartLine } from "@/features/cart/model/cart";
import { RemovedLineRow } from "@/features/cart/view/removed-line-row";
import type { RemovedLines } from "@/features/cart/view/use-removed-lines";

interface Props {
  cart: Cart | null;
  removed: RemovedLines;
  onFollow?: () => void;
  children: (line: CartLine, onRemoved: () => void) => ReactNode;
}

/** The cart's lines. What is removed leaves a row behind that brings it back, also where nothing else is left. */
export function LineList({ cart, removed, onFollow, children }: Props) {
  const rows = removed.rowsOf(cart);
  if (rows.length === 0) return null;
  return (
    <ul className="divide-y divide-hairline">
      {rows.map(({ line, parts, index, gone }) =>
        gone ? (
          <RemovedLineRow key={line.id} removed={gone} onBack={removed.forget} onFollow={onFollow} />
        ) : (
          children(line, () => removed.keep({ line, parts, index }))
        ),
      )}
    </ul>
  );
}
