import { useId, useState, type ReactNode, type SubmitEvent } from "react";
import { cheapest, firstWay, type Category, type Offer } from "@/features/seat-map/choice/offer";
import { useTexts } from "@/lib/texts/i18n";
import { formatMoney, toCents } from "@/lib/money";
import { useShop } from "@/lib/shop-data";
import { Button } from "@/ui/button";
import { Stepper } from "@/ui/stepper";

export interface Wish {
  amount: number;
  /** "" for any */
  category: string;
  /** highest price of one, "" for any */
  most: string;
  adjacent: boolean;
  accessible: boolean;
}

interface Props {
  offer: Offer;
  categories: readonly Category[];
  className: string;
  /** most seats that can be asked for */
  max: number;
  busy: boolean;
  /** what came of it */
  result: string;
  onAsk: (wish: Wish) => void;
}

/** Amount, price category, side by side, wheelchair: the shop picks, and what it picked can be changed. */
export function BestSeats({ offer, categories, className, max, busy, result, onAsk }: Props) {
  const { t } = useTexts();
  const id = useId();
  const trim = useShop().meta.trimZeroDecimals;
  const [wish, setWish] = useState<Wish>({
    amount: offer.firstAmount,
    category: "",
    most: "",
    adjacent: true,
    accessible: false,
  });
  const open = categories.filter((one) => one.available);
  const priceOf = (category: Category) => {
    const { ticket, open: more } = cheapest(category);
    return [more && t("LANG_PRICE_FROM"), formatMoney(ticket?.price, trim)].filter(Boolean).join(" ");
  };
  const prices = [...new Set(open.flatMap((one) => firstWay(one)?.price ?? []))].sort(
    (a, b) => toCents(a) - toCents(b),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAsk(wish);
  };
  return (
    <form aria-labelledby={`${id}-title`} className={`bg-surface rounded-card p-5 ${className}`} onSubmit={submit}>
      <h3 id={`${id}-title`} className="display mb-4 text-2xl">
        {t("LANG_SEATS_BEST")}
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Stepper
          label={t("LANG_SEATS_BEST_AMOUNT")}
          lessLabel={t("LANG_SEATS_BEST_LESS")}
          moreLabel={t("LANG_SEATS_BEST_MORE")}
          value={wish.amount}
          min={offer.multiple}
          max={max}
          step={offer.multiple}
          onChange={(amount) => setWish({ ...wish, amount })}
        />
        <Pick
          label={t("LANG_SEATS_BEST_CATEGORY")}
          any={t("LANG_SEATS_BEST_ANY")}
          value={wish.category}
          onChange={(category) => setWish({ ...wish, category })}
        >
          {open.map((one) => (
            <option key={one.id} value={one.id}>
              {[one.heading, priceOf(one)].filter(Boolean).join(" · ")}
            </option>
          ))}
        </Pick>
        {prices.length > 1 && (
          <Pick
            label={t("LANG_SEATS_BEST_MOST")}
            any={t("LANG_SEATS_BEST_MOST_ANY")}
            value={wish.most}
            onChange={(most) => setWish({ ...wish, most })}
          >
            {prices.slice(0, -1).map((price) => (
              <option key={price} value={price}>
                {t("LANG_SEATS_BEST_MOST_UPTO", { price: formatMoney(price, trim) })}
              </option>
            ))}
          </Pick>
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <Tick
          label={t("LANG_SEATS_BEST_ADJACENT")}
          on={wish.adjacent}
          onChange={(adjacent) => setWish({ ...wish, adjacent })}
        />
        <Tick
          label={t("LANG_SEATS_BEST_ACCESSIBLE")}
          on={wish.accessible}
          onChange={(accessible) => setWish({ ...wish, accessible })}
        />
      </div>
      <Button type="submit" look="plain" className="mt-3 w-full" aria-busy={busy}>
        {t("LANG_SEATS_BEST_FIND")}
      </Button>
      <p role="status" className="text-sm font-[600]">
        {result && <span className="block pt-3">{result}</span>}
      </p>
    </form>
  );
}

interface PickProps {
  label: string;
  /** says that nothing is picked */
  any: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Pick({ label, any, value, onChange, children }: PickProps) {
  return (
    <select
      aria-label={label}
      className="h-12 min-w-0 grow basis-44 rounded-control rule bg-raised px-3"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{any}</option>
      {children}
    </select>
  );
}

function Tick({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 accent-ink"
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
