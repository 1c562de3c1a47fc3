import { isOnItsWay } from "@/features/checkout/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";

/** What came in, what is on its way, what is missing, and what goes or went back; nothing before any money moved. */
export function MoneyMoved({ order }: { order: OrderData }) {
  const { t } = useTexts();
  const money = useMoney();
  const { received, returned, returning, onItsWay, toPay } = order;
  if (toCents(received) + toCents(returned) + toCents(returning) === 0) return null;
  const rows = (
    [
      ["LANG_ORDER_MONEY_RECEIVED", received],
      ["LANG_ORDER_MONEY_ONITSWAY", onItsWay],
      ["LANG_ORDER_MONEY_OPEN", isOnItsWay(order) ? "0.00" : toPay],
      ["LANG_ORDER_MONEY_RETURNING", returning],
      ["LANG_ORDER_MONEY_RETURNED", returned],
    ] as const
  ).filter(([, amount]) => toCents(amount) > 0);
  return (
    <section aria-labelledby="money" className="mt-4 rounded-card border-2 border-hairline px-5 py-4 md:px-6">
      <h3 id="money" className="sr-only">
        {t("LANG_ORDER_MONEY")}
      </h3>
      <dl className="flex flex-col gap-2">
        {rows.map(([key, amount]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt>{t(key)}</dt>
            <dd className="figures whitespace-nowrap">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
