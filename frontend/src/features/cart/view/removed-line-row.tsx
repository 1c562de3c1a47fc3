import { useCallback } from "react";
import { paths } from "@/lib/paths";
import { useCartApi } from "@/features/cart/api/cart-context";
import { requestAgain } from "@/features/cart/model/again";
import type { CartLine } from "@/features/cart/model/cart";
import type { RemovedLine } from "@/features/cart/model/removed";
import { useLineChange } from "@/features/cart/view/use-line-change";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";

/** Two of the same thing differ by the text that is printed on them. */
const named = ({ productName, personalised, personalIdentifier }: CartLine): string =>
  personalised && personalIdentifier ? `${productName}, ${personalIdentifier}` : productName;

interface Props {
  removed: RemovedLine;
  onBack: (id: string) => void;
  onFollow?: (() => void) | undefined;
}

/** In the place of a line that was taken out: the way to have it again, with all that was chosen, if it is still free. */
export function RemovedLineRow({ removed: { line, parts }, onBack, onFollow }: Props) {
  const { t } = useTexts();
  const { cart, add } = useCartApi();
  const { busy, error, run } = useLineChange(line);

  // The button that removed the line is gone: the focus goes on here.
  const focused = useCallback((element: HTMLElement | null) => element?.focus(), []);
  // Seats of one event are chosen together: one alone does not come back beside the others.
  const chosenAnew =
    line.seat !== null &&
    cart?.items.some((other) => other.seat && other.productId === line.productId && other.parentId === null);

  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-3 text-ink-soft">
      <p role="status" className="min-w-0 text-sm [overflow-wrap:anywhere]">
        {t("LANG_CART_REMOVED", { name: named(line) })}
        {error && <span className="block font-[600] text-danger">{error}</span>}
      </p>
      {chosenAnew ? (
        <Link
          ref={focused}
          to={paths.event(line.productSlug)}
          className="flex min-h-11 items-center font-[600] text-ink"
          onClick={onFollow}
        >
          {t("LANG_CART_SEATS_ANEW")}
        </Link>
      ) : (
        <button
          type="button"
          ref={focused}
          className="min-h-11 font-[600] text-ink underline hover:no-underline"
          disabled={busy}
          onClick={() => run(add([requestAgain(line, parts)]), () => onBack(line.id))}
        >
          {t("LANG_CART_UNDO")}
        </button>
      )}
    </li>
  );
}
