import { formatRate } from "@/features/checkout/model/figures";
import { useMoney } from "@/lib/use-money";
import { useTexts } from "@/lib/texts/i18n";
import { toCents } from "@/lib/money";
import { Price } from "@/ui/price";

interface Props {
  subtotal: string;
  discount?: { percent: number; amount: string } | null;
  /** null = nothing is sent; "open" = no carrier chosen yet */
  shipping: { name: string; price: string } | "open" | null;
  total: string;
  /** what a payment code pays of the total */
  credit?: string | undefined;
  /** what is left of the total then */
  due: string;
  vat: readonly { rate: string; vat: string; rule: string; country: string }[];
}

const WITHOUT_VAT = new Set(["export", "abroad"]);

/** Goods, discount, shipping, total, the VAT in it, and what a payment code leaves to pay. */
export function Totals({ subtotal, discount = null, shipping, total, credit = "0", due, vat }: Props) {
  const { t, locale } = useTexts();
  const money = useMoney();
  const open = shipping === "open";
  return (
    <div>
      <dl className="flex flex-col gap-2">
        {(!open || discount) && (
          <div className="flex justify-between gap-4">
            <dt>{t("LANG_CHECKOUT_GOODS")}</dt>
            <dd className="figures whitespace-nowrap">{money(subtotal)}</dd>
          </div>
        )}
        {discount && (
          <div className="flex justify-between gap-4">
            <dt>{t("LANG_DISCOUNT_LINE", { percent: discount.percent })}</dt>
            <dd className="figures whitespace-nowrap">−{money(discount.amount)}</dd>
          </div>
        )}
        {shipping !== null && (
          <div className="flex justify-between gap-4">
            <dt>
              {t("LANG_CHECKOUT_SHIPPING")}
              {!open && <span className="text-ink-soft"> · {shipping.name}</span>}
            </dt>
            <dd className="figures text-right whitespace-nowrap">
              {open ? t("LANG_CHECKOUT_SHIPPING_OPEN") : money(shipping.price)}
            </dd>
          </div>
        )}
        <div className="rule-t mt-1 flex items-baseline justify-between gap-4 pt-3">
          <dt className="font-[650]">{open ? t("LANG_CART_SUBTOTAL") : t("LANG_CHECKOUT_TOTAL")}</dt>
          <dd>
            <Price value={total} className="text-2xl" />
          </dd>
        </div>
      </dl>
      {vat.length > 0 && (
        <ul className="mt-2 text-xs text-ink-soft">
          {vat.map((share) => (
            <li key={share.rate + share.rule + share.country} className="figures">
              {WITHOUT_VAT.has(share.rule)
                ? t("LANG_CHECKOUT_NO_VAT")
                : t("LANG_CHECKOUT_VAT", { rate: formatRate(share.rate, locale), amount: money(share.vat) })}
            </li>
          ))}
        </ul>
      )}
      {toCents(credit) > 0 && (
        <dl className="mt-4 flex flex-col gap-2">
          <div className="flex justify-between gap-4">
            <dt>{t("LANG_PAYMENTCODE_LINE")}</dt>
            <dd className="figures whitespace-nowrap">−{money(credit)}</dd>
          </div>
          <div className="rule-t mt-1 flex items-baseline justify-between gap-4 pt-3">
            <dt className="font-[650]">{t("LANG_CHECKOUT_DUE")}</dt>
            <dd>
              <Price value={due} className="text-2xl" />
            </dd>
          </div>
        </dl>
      )}
    </div>
  );
}
