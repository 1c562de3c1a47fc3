import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";

/** The buyer has paid all that is open, and the payment service waits for the money: nobody should pay twice. */
export const isOnItsWay = ({ balance, onItsWay }: Pick<OrderData, "balance" | "onItsWay">): boolean => toCents(balance) > 0 && toCents(onItsWay) >= toCents(balance);

/** What is open was paid, and taken back by the buyer's bank: that is settled there, not by paying again. */
export const isDisputed = ({ balance, disputed }: Pick<OrderData, "balance" | "disputed">): boolean => toCents(balance) > 0 && toCents(disputed) >= toCents(balance);

/** What happens next with money that is on its way. */
export function OnItsWay({ className = "" }: { className?: string }) {
  const { t } = useTexts();
  return <p className={`max-w-read ${className}`}>{t("LANG_ORDER_ONITSWAY_TEXT")}</p>;
}
