import { useState } from "react";
import { paths } from "@/lib/paths";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { CartLine } from "@/features/cart/model/cart";
import { seatText } from "@/features/cart/model/seat-text";
import { dateMedium, isDate } from "@/lib/dates";
import { errorText, type ErrorText } from "@/lib/error-texts";
import { useOverlayTexts } from "@/lib/overlay-texts";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { Stepper } from "@/ui/stepper";

interface Props {
  line: CartLine;
  part?: boolean;
  fresh?: boolean;
  /** without amounts to change and without removing: summaries */
  fixed?: boolean;
  onFollow?: () => void;
}

/** One line of the cart, with its own errors. */
export function CartLineRow({ line, part = false, fresh = false, fixed = false, onFollow }: Props) {
  const { t, locale } = useOverlayTexts();
  const { remove, changeAmount } = useCartApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorText | null>(null);
  const to = line.ticket ? paths.event(line.productSlug) : paths.product(line.productSlug);
  const seat = line.seat ? seatText(line.seat, t) : "";
  const facts = [
    line.pricingCategoryName,
    line.productVariantDescription,
    line.eventDate && dateMedium(line.eventDate, locale),
    line.venueName,
    line.personalIdentifier,
    isDate(line.shippableFrom) && t("LANG_ITEM_SHIPPABLEFROM", { date: dateMedium(line.shippableFrom, locale) }),
  ].filter(Boolean);

  const run = (call: Promise<unknown>) => {
    setBusy(true);
    setError(null);
    call.catch((cause: unknown) => setError(errorText(cause))).finally(() => setBusy(false));
  };

  return (
    <li className={`flex gap-4 py-4 ${part ? "pl-8" : ""} ${fresh ? "fresh-line" : ""}`}>
      <Link to={to} className={`block size-20 shrink-0 overflow-hidden rounded-image bg-surface ${line.invalidated ? "opacity-50 grayscale" : ""}`} tabIndex={-1} aria-hidden="true" onClick={onFollow}>
        {line.imageUrl && <img src={line.imageUrl} alt="" width={180} height={180} loading="lazy" className="size-full object-cover" />}
      </Link>
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 leading-snug">
            {line.artistName && <span className="block text-xs text-ink-soft">{line.artistName}</span>}
            <Link to={to} className="font-[650] no-underline hover:underline" onClick={onFollow}>
              {line.productName}
            </Link>
          </p>
          <Price value={line.totalSum} className="pt-1 text-xl" />
        </div>
        {seat && <p className="text-sm font-[600]">{seat}</p>}
        {facts.length > 0 && <p className="text-sm text-ink-soft">{facts.join(" · ")}</p>}
        {line.problem && (
          <p className="text-sm font-[600] text-danger">
            {t(line.problem === "seat_missing" ? "LANG_CART_LINE_SEATMISSING" : "LANG_CART_LINE_INVALIDATED")}{" "}
            {line.problem === "seat_missing" && (
              <Link to={to} className="whitespace-nowrap underline hover:no-underline" onClick={onFollow}>
                {t("LANG_CART_LINE_SEATS")}
              </Link>
            )}
          </p>
        )}
        <div className="mt-1 flex min-h-11 items-center justify-between gap-3">
          {!fixed && line.amountChangeable ? (
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
            <span className="figures text-sm">
              {line.amount} × <Price value={line.price} className="text-lg" />
            </span>
          )}
          {!fixed && !part && (
            <button type="button" className="min-h-11 px-1 text-sm underline hover:no-underline" disabled={busy} onClick={() => run(remove(line.id))}>
              {t("LANG_CART_REMOVE")}
              <span className="sr-only">
                {" "}
                {line.productName} {seat}
              </span>
            </button>
          )}
        </div>
        {error && (
          <p role="alert" className="text-sm font-[600] text-danger">
            {t(error.key, { limit: line.maxAmount, ...error.values })}
          </p>
        )}
      </div>
    </li>
  );
}
