import { useCallback, useState } from "react";
import { paths } from "@/lib/paths";
import { orderedLines, useCart, type AddRequest, type Cart, type CartLine } from "@/features/cart";
import { seatText } from "@/features/cart/parts";
import { cartLineFacts, LineView, useMoney } from "@/features/checkout";
import { errorText, type ErrorText } from "@/lib/error-texts";
import { useTexts } from "@/lib/i18n";
import { Link } from "@/ui/link";
import { Stepper } from "@/ui/stepper";

interface Removed {
  line: CartLine;
  /** the place it had */
  index: number;
}

/** The lines with their amounts. What is removed leaves a row behind that brings it back. */
export function CartLines({ cart }: { cart: Cart }) {
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const rows: ({ line: CartLine; removed: boolean } & { index: number })[] = orderedLines(cart).map(({ line }, index) => ({
    line,
    removed: false,
    index,
  }));
  for (const { line, index } of removed) rows.splice(index, 0, { line, removed: true, index });

  const parts = (line: CartLine) => cart.items.some((other) => other.parentId === line.id);
  return (
    <ul className="divide-y divide-hairline">
      {rows.map((row, index) =>
        row.removed ? (
          <RemovedRow key={row.line.id} line={row.line} cart={cart} onBack={() => setRemoved((all) => all.filter((r) => r.line.id !== row.line.id))} />
        ) : (
          <Row
            key={row.line.id}
            line={row.line}
            onRemoved={() => {
              if (!parts(row.line)) setRemoved((all) => [...all, { line: row.line, index }]);
            }}
          />
        ),
      )}
    </ul>
  );
}

function Row({ line, onRemoved }: { line: CartLine; onRemoved: () => void }) {
  const { t, locale } = useTexts();
  const { remove, changeAmount } = useCart();
  const money = useMoney();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorText | null>(null);
  const to = line.ticket ? paths.event(line.productSlug) : paths.product(line.productSlug);

  const run = (call: Promise<unknown>, done?: () => void) => {
    setBusy(true);
    setError(null);
    call.then(done, (cause: unknown) => setError(errorText(cause))).finally(() => setBusy(false));
  };

  return (
    <LineView
      line={cartLineFacts(line, t, locale)}
      faded={line.invalidated}
      name={
        <Link to={to} className="no-underline hover:underline">
          {line.productName}
        </Link>
      }
    >
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {line.amountChangeable && !line.invalidated ? (
          <Stepper
            small
            label={t("LANG_CART_AMOUNT_OF", { name: line.productName })}
            lessLabel={t("LANG_AMOUNT_LESS")}
            moreLabel={t("LANG_AMOUNT_MORE")}
            value={line.amount}
            min={1}
            max={Math.max(line.maxAmount, line.amount)}
            disabled={busy}
            onChange={(amount) => amount !== line.amount && run(changeAmount(line.id, amount))}
          />
        ) : line.problem === "seat_missing" ? (
          <Link to={to} className="flex min-h-11 items-center text-sm font-[600] underline hover:no-underline">
            {t("LANG_CHECKOUT_SEATS_CHOOSE")}
          </Link>
        ) : (
          <span className="figures text-sm">
            {line.amount} × {money(line.price)}
          </span>
        )}
        {line.parentId === null && (
          <button type="button" className="min-h-11 text-sm underline hover:no-underline" disabled={busy} onClick={() => run(remove(line.id), onRemoved)}>
            {t("LANG_CART_REMOVE")}
            <span className="sr-only">
              {" "}
              {line.productName} {line.seat && seatText(line.seat, t)}
            </span>
          </button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm font-[600] text-danger">
          {t(error.key, { limit: line.maxAmount, ...error.values })}
        </p>
      )}
    </LineView>
  );
}

function RemovedRow({ line, cart, onBack }: { line: CartLine; cart: Cart; onBack: () => void }) {
  const { t } = useTexts();
  const { add } = useCart();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorText | null>(null);

  // The button that removed the line is gone: the focus goes on here.
  const focused = useCallback((element: HTMLElement | null) => element?.focus(), []);
  // Seats of one event are chosen together: one alone does not come back beside the others.
  const chosenAnew = line.seat !== null && cart.items.some((other) => other.seat && other.productId === line.productId);
  const undo = () => {
    setBusy(true);
    setError(null);
    const request: AddRequest = { productVariantId: line.productVariantId, amount: line.amount };
    if (line.personalIdentifier) request.personalIdentifier = line.personalIdentifier;
    if (line.seatId) request.seatIds = [line.seatId];
    add([request]).then(onBack, (cause: unknown) => {
      setError(errorText(cause));
      setBusy(false);
    });
  };

  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-3 text-ink-soft">
      <p role="status" className="min-w-0 text-sm [overflow-wrap:anywhere]">
        {t("LANG_CHECKOUT_REMOVED", { name: line.productName })}
        {error && <span className="block font-[600] text-danger">{t(error.key, { limit: line.maxAmount, ...error.values })}</span>}
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
