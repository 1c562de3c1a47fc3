import type { ReactNode } from "react";
import { TicketService } from "@/features/after-sale/ticket-service/parts";
import { paths } from "@/lib/paths";
import { orderedLines } from "@/features/cart";
import { LineView } from "@/features/cart/parts";
import {
  AddressLines,
  Invoices,
  orderLineFacts,
  OrderNames,
  Parcels,
  Tickets,
  Totals,
  TitledSection,
} from "@/features/checkout";
import { isUnderWay } from "@/features/checkout/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong } from "@/lib/time/dates";
import { useNow } from "@/lib/time/now";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { BankTransfer } from "./bank-transfer";
import { MoneyMoved } from "./money-moved";
import { NextSteps } from "./next-steps";
import { orderArrivalText } from "./order-arrival";
import { isFresh, waitsForMail } from "./standing";
import { StatusPanel } from "./status-panel";
import { TicketCodes } from "./ticket-codes";
import { useWithdrawals, Withdrawn } from "./withdrawn";

interface Props {
  order: OrderData;
  /** the buyer comes from a payment service's page */
  returned: boolean;
}

/** How the order stands, what can be done now, what was bought, and where everything goes: just after it was placed, and
 * whenever its buyer comes back. */
export function OrderPlaced({ order, returned }: Props) {
  const { t, locale } = useTexts();
  const fresh = isFresh(order, useNow(), returned);
  const hasGoods = order.items.some(({ ticket }) => !ticket);
  // Just placed, nobody has withdrawn from it.
  const withdrawals = useWithdrawals(hasGoods && !fresh ? order.id : null);
  const isTicketed = order.ticketsUrl !== "" || (order.paymentReceived && order.items.some(({ ticket }) => ticket));
  // Staff close a declaration that was made by mistake.
  const isWithdrawn = withdrawals.some(({ whole, state }) => whole && state !== "closed");
  const thanks =
    fresh && order.paymentReceived && toCents(order.balance) <= 0 && toCents(order.totalIncludingShipping) > 0;
  return (
    <>
      {fresh && !waitsForMail(order) && (
        <p className="max-w-read text-lg">
          {order.email ? t("LANG_CHECKOUT_DONE_TEXT", { email: order.email }) : t("LANG_MERGE_DONE")}
        </p>
      )}
      <p className="mt-5 flex flex-wrap items-baseline gap-x-3">
        <span className="text-ink-soft">{t("LANG_CHECKOUT_REFERENCE")}</span>
        <strong className="display text-2xl select-all">{order.reference}</strong>
        {!fresh && (
          <span className="text-ink-soft">{t("LANG_ORDER_PLACED", { date: dateLong(order.createdAt, locale) })}</span>
        )}
      </p>
      {isTicketed && (
        <div className="gap-x-10 md:grid md:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
          <TicketCodes order={order} />
          <Tickets order={order} />
        </div>
      )}
      <Withdrawn withdrawals={withdrawals} />
      <StatusPanel order={order} returned={returned} thanks={thanks ? t("LANG_CHECKOUT_PAYMENT_RECEIVED") : null} />
      {order.bankDetails && !isUnderWay(order, returned) && <BankTransfer order={order} bank={order.bankDetails} />}
      <NextSteps order={order} returned={returned} canWithdraw={hasGoods && !isWithdrawn} />
      <TicketService order={order} />
      <OrderNames order={order} />
      <TitledSection id="ordered" title={t("LANG_CHECKOUT_SUMMARY")} className="mt-10">
        <ul className="divide-y divide-hairline">
          {orderedLines(order).map(({ line, parts }) => (
            <LineView key={line.id} line={orderLineFacts(line, parts, t, locale)} />
          ))}
        </ul>
        <div className="rounded-card bg-surface p-5 md:p-6">
          <Totals
            subtotal={order.total}
            discount={
              order.discountPercent === null ? null : { percent: order.discountPercent, amount: order.discountTotal }
            }
            shipping={order.shippingMethod && { name: order.shippingMethod.name, price: order.shippingTotal }}
            total={order.totalIncludingShipping}
            credit={order.paymentCodeTotal}
            due={order.totalDue}
            vat={order.vat}
          />
        </div>
        <MoneyMoved order={order} />
      </TitledSection>
      <Parcels order={order} />
      <Invoices order={order} />
      <dl className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {order.billingAddress && (
          <Fact label={t("LANG_CHECKOUT_ADDRESS_BILLING")}>
            <AddressLines address={order.billingAddress} />
          </Fact>
        )}
        {order.shippingAddress && order.shippingMethod && (
          <Fact label={t("LANG_CHECKOUT_ADDRESS_SHIPPING")}>
            <AddressLines address={order.shippingAddress} />
          </Fact>
        )}
        {order.shippingMethod && (
          <Fact label={t("LANG_CHECKOUT_CARRIER")} wide>
            {[order.shippingMethod.name, order.shippingMethod.description, orderArrivalText(order, t, locale)]
              .filter(Boolean)
              .map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
          </Fact>
        )}
      </dl>
      <p className="mt-10">
        <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
          {t("LANG_CHECKOUT_BACK_SHOP")}
        </Link>
      </p>
    </>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "sm:col-span-2" : ""}>
      <dt className="mb-1 text-sm text-ink-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
