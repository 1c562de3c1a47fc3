import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";

/** The buyer has paid all that is open, and the payment service waits for the money: nobody should pay twice. */
export const isOnItsWay = ({ balance, onItsWay }: Pick<OrderData, "balance" | "onItsWay">): boolean =>
  toCents(balance) > 0 && toCents(onItsWay) >= toCents(balance);

/** The buyer comes from a payment service that has not said how it ended. */
export const isUnderWay = ({ paymentUnderWay }: Pick<OrderData, "paymentUnderWay">, returned: boolean): boolean =>
  paymentUnderWay && returned;

/** A part of what is open is on its way; the rest is to be paid. */
export const isPartOnItsWay = (order: Pick<OrderData, "balance" | "onItsWay">): boolean =>
  toCents(order.onItsWay) > 0 && toCents(order.balance) > toCents(order.onItsWay);

/** What is open was paid, and taken back by the buyer's bank: that is settled there, not by paying again. */
export const isDisputed = ({ balance, disputed }: Pick<OrderData, "balance" | "disputed">): boolean =>
  toCents(balance) > 0 && toCents(disputed) >= toCents(balance);

/** What happens next with money that is on its way. */
export function OnItsWay({ className = "" }: { className?: string }) {
  const { t } = useTexts();
  return <p className={`max-w-read ${className}`}>{t("LANG_ORDER_ONITSWAY_TEXT")}</p>;
}

/** That only the rest is to be paid, where a part is on its way. */
export function PartOnItsWay({ order, className = "" }: { order: OrderData; className?: string }) {
  const { t } = useTexts();
  const money = useMoney();
  return (
    isPartOnItsWay(order) && (
      <p className={`max-w-read ${className}`}>
        {t("LANG_ORDER_ONITSWAY_PART", { amount: money(order.onItsWay), rest: money(order.toPay) })}
      </p>
    )
  );
}
