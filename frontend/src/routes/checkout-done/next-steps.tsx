import type { ReactNode } from "react";
import { payable, TitledSection } from "@/features/checkout";
import { AddMore, isDisputed, isOnItsWay, isUnderWay } from "@/features/checkout/parts";
import { askedParts } from "@/features/cart/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { useNow } from "@/lib/time/now";
import { useMoney } from "@/lib/use-money";
import { BUTTON, PRIMARY } from "@/ui/button";
import { DocumentLink, Link } from "@/ui/link";

const LINK = "inline-flex min-h-11 items-center underline hover:no-underline";

interface Props {
  order: OrderData;
  /** the buyer comes from a payment service's page */
  returned: boolean;
  /** something of it is no ticket, and the buyer has not withdrawn from all of it */
  canWithdraw: boolean;
}

/** Only what really works at this moment; paying first, where something is to be paid. Last where it was taken back, or is
 * under way and can still be ended; not at all where it is on its way, which no payment service ends. */
export function NextSteps({ order, returned, canWithdraw }: Props) {
  const { t } = useTexts();
  const money = useMoney();
  const now = useNow();
  const unnamed = order.items.some(
    (line) => askedParts(line).length > 0 && line.namesUntil !== null && Date.parse(line.namesUntil) > now,
  );
  const steps: [string, ReactNode][] = [];
  const pay = paths.checkoutOrder(order.id, order.reference);
  const isPayable = payable(order) && order.paymentMethods.length > 0 && !isOnItsWay(order);
  const isLast = isDisputed(order) || isUnderWay(order, returned);
  const otherwise = (
    <Link to={pay} className={LINK}>
      {t("LANG_ORDER_NOW_PAYOTHERWISE")}
    </Link>
  );
  if (isPayable && !isLast) {
    steps.push([
      "pay",
      order.bankDetails ? (
        otherwise
      ) : (
        <Link to={pay} className={`${BUTTON} ${PRIMARY} my-2`}>
          {t("LANG_ORDER_NOW_PAY", { amount: money(order.toPay) })}
        </Link>
      ),
    ]);
  }
  if (unnamed) {
    steps.push([
      "names",
      <a key="names" href="#names" className={LINK}>
        {t("LANG_ORDER_NOW_NAMES")}
      </a>,
    ]);
  }
  if (order.joinable) {
    steps.push(["join", <AddMore key="join" order={order} />]);
  }
  steps.push([
    "ask",
    <Link key="ask" to={paths.contact()} className={LINK}>
      {t("LANG_ORDER_NOW_ASK")}
    </Link>,
  ]);
  if (order.status !== "cancelled" && canWithdraw) {
    steps.push([
      "withdraw",
      <DocumentLink key="withdraw" to={paths.withdraw(order.id)} className={LINK}>
        {t("LANG_CHECKOUT_WITHDRAW")}
      </DocumentLink>,
    ]);
  }
  if (isPayable && isLast) steps.push(["pay", otherwise]);
  return (
    <TitledSection id="now" title={t("LANG_ORDER_NOW")} className="mt-10">
      <ul className="divide-y divide-hairline">
        {steps.map(([name, step]) => (
          <li key={name} className="py-1">
            {step}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
