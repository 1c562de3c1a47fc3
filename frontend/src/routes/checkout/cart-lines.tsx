import { useCallback, useState } from "react";
import { paths } from "@/lib/paths";
import { orderedLines, requestAgain, useCart, type Cart, type CartLine } from "@/features/cart";
import { CartLineRow, useLineChange } from "@/features/cart/parts";
import { cartLineFacts } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";

interface Removed {
  line: CartLine;
  /** of its bundle, which went with it */
  parts: readonly CartLine[];
  /** the place it had */
  index: number;
}

/** The lines with their amounts. What is removed leaves a row behind that brings it back. */
export function CartLines({ cart }: { cart: Cart }) {
  const { t, locale } = useTexts();
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const rows: { line: CartLine; parts: readonly CartLine[]; gone?: Removed }[] = orderedLines(cart);
  for (const gone of removed) rows.splice(gone.index, 0, { ...gone, gone });

  return (
    <ul className="divide-y divide-hairline">
      {rows.map((row, index) =>
        row.gone ? (
          <RemovedRow key={row.line.id} removed={row.gone} cart={cart} onBack={() => setRemoved((all) => all.filter((r) => r.line.id !== row.line.id))} />
        ) : (
          <CartLineRow
            key={row.line.id}
            line={row.line}
            facts={cartLineFacts(row.line, t, locale)}
            form="full"
            chooseSeats={t("LANG_CHECKOUT_SEATS_CHOOSE")}
            onRemoved={() => setRemoved((all) => [...all, { line: row.line, parts: row.parts, index }])}
          />
        ),
      )}
    </ul>
  );
}

function RemovedRow({ removed: { line, parts }, cart, onBack }: { removed: Removed; cart: Cart; onBack: () => void }) {
  const { t } = useTexts();
  const { add } = useCart();
  const { busy, error, run } = useLineChange(line);

  // The button that removed the line is gone: the focus goes on here.
  const focused = useCallback((element: HTMLElement | null) => element?.focus(), []);
  // Seats of one event are chosen together: one alone does not come back beside the others.
  const chosenAnew =
    line.seat !== null && cart.items.some((other) => other.seat && other.productId === line.productId && other.parentId === null);
  const undo = () => run(add([requestAgain(line, parts)]), onBack);

  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-3 text-ink-soft">
      <p role="status" className="min-w-0 text-sm [overflow-wrap:anywhere]">
        {t("LANG_CHECKOUT_REMOVED", { name: line.productName })}
        {error && <span className="block font-[600] text-danger">{error}</span>}
      </p>
      {chosenAnew ? (
        <Link ref={focused} to={paths.event(line.productSlug)} className="flex min-h-11 items-center font-[600] text-ink">
          {t("LANG_CHECKOUT_SEATS_ANEW")}
        </Link>
      ) : (
        <button type="button" ref={focused} className="min-h-11 font-[600] text-ink underline hover:no-underline" disabled={busy} onClick={undo}>
          {t("LANG_CHECKOUT_UNDO")}
        </button>
      )}
    </li>
  );
}
