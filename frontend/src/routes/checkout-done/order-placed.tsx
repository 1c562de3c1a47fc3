import { paths } from "@/lib/paths";
import { orderedLines } from "@/features/cart";
import { LineView } from "@/features/cart/parts";
import { AddressLines, arrivalText, Invoices, NoticeBox, orderLineFacts, OrderNames, payable, Totals } from "@/features/checkout";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PLAIN, PRIMARY } from "@/ui/button";
import { Link } from "@/ui/link";
import { BankTransfer } from "./bank-transfer";

interface Props {
  order: OrderData;
  /** the buyer comes from a payment service's page */
  returned: boolean;
}

/** What was bought, what to do now, and where everything goes. */
export function OrderPlaced({ order, returned }: Props) {
  const { t, locale } = useTexts();
  return (
    <>
      <p className="max-w-read text-lg">{order.email ? t("LANG_CHECKOUT_DONE_TEXT", { email: order.email }) : t("LANG_MERGE_DONE")}</p>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-3">
        <span className="text-ink-soft">{t("LANG_CHECKOUT_REFERENCE")}</span>
        <strong className="display text-2xl select-all">{order.reference}</strong>
      </p>
      <PaymentNote order={order} returned={returned} />
      <OrderNames order={order} />
      <section aria-labelledby="ordered" className="mt-10">
        <h2 id="ordered" className="display mb-2 text-2xl">
          {t("LANG_CHECKOUT_SUMMARY")}
        </h2>
        <ul className="divide-y divide-hairline">
          {orderedLines(order).map(({ line, parts }) => (
            <LineView key={line.id} line={orderLineFacts(line, parts, t, locale)} />
          ))}
        </ul>
        <div className="rounded-card bg-surface p-5 md:p-6">
          <Totals
            subtotal={order.total}
            discount={order.discountPercent === null ? null : { percent: order.discountPercent, amount: order.discountTotal }}
            shipping={order.shippingMethod}
            total={order.totalIncludingShipping}
            credit={order.paymentCodeTotal}
            due={order.totalDue}
            vat={order.vat}
          />
        </div>
      </section>
      <Invoices order={order} />
      <dl className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {order.billingAddress && (
          <div>
            <dt className="mb-1 text-sm text-ink-soft">{t("LANG_CHECKOUT_ADDRESS_BILLING")}</dt>
            <dd>
              <AddressLines address={order.billingAddress} />
            </dd>
          </div>
        )}
        {order.shippingAddress && order.shippingMethod && (
          <div>
            <dt className="mb-1 text-sm text-ink-soft">{t("LANG_CHECKOUT_ADDRESS_SHIPPING")}</dt>
            <dd>
              <AddressLines address={order.shippingAddress} />
            </dd>
          </div>
        )}
        {order.shippingMethod && (
          <div className="sm:col-span-2">
            <dt className="mb-1 text-sm text-ink-soft">{t("LANG_CHECKOUT_CARRIER")}</dt>
            <dd>
              {[order.shippingMethod.name, order.shippingMethod.description, arrivalText(order.shippingMethod.estimate, t, locale)]
                .filter(Boolean)
                .map((text) => (
                  <span key={text} className="block">
                    {text}
                  </span>
                ))}
            </dd>
          </div>
        )}
      </dl>
      <Link to={paths.home()} className={`${BUTTON} ${PLAIN} mt-10`}>
        {t("LANG_CHECKOUT_BACK_SHOP")}
      </Link>
    </>
  );
}

/** Whether it is paid, and if not, how it will be. */
function PaymentNote({ order, returned }: Props) {
  const { t } = useTexts();
  if (toCents(order.totalIncludingShipping) === 0) return null;
  if (order.status === "cancelled") return <NoticeBox>{t("LANG_CHECKOUT_ORDER_CANCELLED")}</NoticeBox>;
  if (order.paymentReceived) {
    return (
      <p role="status" className="my-8 max-w-read rounded-card border-2 border-positive bg-raised px-5 py-4 font-[600] text-positive">
        {t("LANG_CHECKOUT_PAYMENT_RECEIVED")}
      </p>
    );
  }
  if (order.paymentUnderWay && returned) return <NoticeBox>{t("LANG_CHECKOUT_ORDER_UNDERWAY")}</NoticeBox>;
  if (order.bankDetails) return <BankTransfer order={order} bank={order.bankDetails} />;
  if (!payable(order)) return null;
  return (
    <NoticeBox>
      <p className="mb-4">{t("LANG_CHECKOUT_ORDER_UNPAID")}</p>
      <Link to={paths.checkoutOrder(order.id, order.reference)} className={`${BUTTON} ${PRIMARY}`}>
        {t("LANG_CHECKOUT_ORDER_PAYNOW")}
      </Link>
    </NoticeBox>
  );
}
