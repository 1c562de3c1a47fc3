import { paths } from "@/lib/paths";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { CartLine } from "@/features/cart/model/cart";
import type { LineFacts } from "@/features/cart/view/line-facts";
import { LineView } from "@/features/cart/view/line-view";
import { NameButton } from "@/features/cart/view/name-button";
import { useLineChange } from "@/features/cart/view/use-line-change";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { Stepper } from "@/ui/stepper";

const PAGES = { product: paths.product, event: paths.event, bundle: paths.bundle };
const FORMS = {
  full: {
    controls: "mt-2 flex-wrap gap-x-4 gap-y-1",
    remove: "",
    seats: "flex min-h-11 items-center text-sm font-[600]",
  },
  drawer: { controls: "mt-1 gap-3", remove: "px-1", seats: "whitespace-nowrap" },
};

interface Props {
  line: CartLine;
  facts: LineFacts;
  form: keyof typeof FORMS;
  /** the way to seats, for a ticket that has lost its own */
  chooseSeats: string;
  fresh?: boolean;
  onFollow?: () => void;
  onRemoved?: () => void;
}

/** A line of the cart, whose amount can be changed and which can be removed, with its own errors. */
export function CartLineRow({ line, facts, form, chooseSeats, fresh = false, onFollow, onRemoved }: Props) {
  const { t } = useTexts();
  const { remove, changeAmount } = useCartApi();
  const { busy, error, run } = useLineChange(line);
  const money = useMoney();
  const to = PAGES[line.type](line.productSlug);
  const look = FORMS[form];
  const drawer = form === "drawer";
  const seats = line.problem === "seat_missing" && (
    <Link to={to} className={`${look.seats} underline hover:no-underline`} onClick={onFollow}>
      {chooseSeats}
    </Link>
  );
  const view = { line: facts, form, to, onFollow, faded: line.invalidated, fresh };
  const named = (
    <>
      <NameButton line={line} run={run} />
      {error && (
        <p role="alert" className="text-sm font-[600] text-danger">
          {error}
        </p>
      )}
    </>
  );
  // Parts go with their bundle, and cost what it costs; their seats are chosen on its page.
  if (facts.part) {
    return (
      <LineView {...view}>
        {line.amount > 1 && <span className="figures text-sm">{line.amount} ×</span>}
        {named}
      </LineView>
    );
  }
  return (
    <LineView {...view} remedy={drawer && seats}>
      <div className={`flex min-h-11 items-center justify-between ${look.controls}`}>
        {line.amountChangeable && (drawer || !line.invalidated) ? (
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
        ) : (
          (!drawer && seats) || (
            <span className="figures text-sm">
              {line.amount} × {drawer ? <Price value={facts.price} className="text-lg" /> : money(facts.price)}
            </span>
          )
        )}
        <button
          type="button"
          className={`min-h-11 text-sm underline hover:no-underline ${look.remove}`}
          disabled={busy}
          onClick={() => run(remove(line.id), onRemoved)}
        >
          {t("LANG_CART_REMOVE")}
          <span className="sr-only">
            {" "}
            {line.productName} {facts.seat}
          </span>
        </button>
      </div>
      {named}
    </LineView>
  );
}
