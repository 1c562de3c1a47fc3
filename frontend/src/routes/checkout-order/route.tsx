import { useSearchParams } from "react-router";
import { useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { Invoices, NoticeBox, OrderNames, OrderPage, payable, Tickets, useCancelled } from "@/features/checkout";
import { AddMore, isOnItsWay, isPartOnItsWay, OnItsWay, OrderEnds, PartOnItsWay } from "@/features/checkout/parts";
import { ORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";
import { BUTTON, PLAIN } from "@/ui/button";
import { FoldSign } from "@/ui/fold-sign";
import { Link } from "@/ui/link";
import { PayForm } from "./pay-form";

export const query = ORDER;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ id: params["order"] ?? "" });

const ELSEWHERE: ReadonlySet<OrderData["status"]> = new Set(["done", "pending_fulfillment", "fulfillment"]);

/** An order that is to be paid, in whichever way (purchase §4 "Open-order payment page"). */
export default function CheckoutOrderRoute() {
  const { t } = useTexts();
  const { order: id = "" } = useParams();
  const [search] = useSearchParams();
  return (
    <OrderPage
      id={id}
      title={() => "LANG_CHECKOUT_TITLE_ORDER"}
      elsewhere={(order) => (ELSEWHERE.has(order.status) ? paths.checkoutDone(order.id, order.reference) : null)}
    >
      {(order) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-ink-soft">{t("LANG_CHECKOUT_REFERENCE")}</span>
            <strong className="display text-2xl select-all">{order.reference}</strong>
          </p>
          {payable(order) ? (
            <Open order={order} failed={search.has("payment_error")} merged={search.has("merge")} />
          ) : (
            <Closed order={order} />
          )}
        </>
      )}
    </OrderPage>
  );
}

interface OpenProps {
  order: OrderData;
  /** the payment service says no, or the buyer came back without having paid */
  failed: boolean;
  /** what is to be paid came to an order that was there */
  merged: boolean;
}

function Open({ order, failed, merged }: OpenProps) {
  const { t } = useTexts();
  useCancelled(order, failed);
  return (
    <>
      {merged && <NoticeBox>{t("LANG_MERGE_MERGED")}</NoticeBox>}
      {isOnItsWay(order) ? <PaidAlready order={order} /> : <ToPay order={order} failed={failed} />}
      <OrderNames order={order} />
      {order.joinable && (
        <div className="mt-8">
          <AddMore order={order} />
        </div>
      )}
    </>
  );
}

/** The money is on its way: what there is to wait for, and the form only for whoever asks for it. */
function PaidAlready({ order }: { order: OrderData }) {
  const { t } = useTexts();
  const money = useMoney();
  return (
    <>
      <NoticeBox>
        <p className="text-lg">{t("LANG_ORDER_ONITSWAY", { amount: money(order.onItsWay) })}</p>
        <OnItsWay />
      </NoticeBox>
      <details className="rule-b mt-6">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
          {t("LANG_ORDER_NOW_PAYOTHERWISE")}
          <FoldSign />
        </summary>
        <p className="max-w-read">{t("LANG_ORDER_ONITSWAY_AGAIN")}</p>
        <PayForm order={order} />
      </details>
    </>
  );
}

function ToPay({ order, failed }: { order: OrderData; failed: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {failed ? (
        <NoticeBox kind="trouble">
          <p className="text-lg">{t("LANG_CHECKOUT_PAYMENTFAILED_HEADER")}</p>
          <p>{t("LANG_CHECKOUT_PAYMENTFAILED_TEXT")}</p>
        </NoticeBox>
      ) : (
        <Pending order={order} />
      )}
      {isPartOnItsWay(order) && (
        <NoticeBox>
          <PartOnItsWay order={order} />
        </NoticeBox>
      )}
      <OrderEnds order={order} className="mt-6" />
      <PayForm order={order} />
    </>
  );
}

/** What is, or may already be on its way. */
function Pending({ order }: { order: OrderData }) {
  const { t } = useTexts();
  if (order.paymentUnderWay) return <NoticeBox>{t("LANG_CHECKOUT_ORDER_MAYBEPAID")}</NoticeBox>;
  return order.bankDetails && <NoticeBox>{t("LANG_CHECKOUT_ORDER_AWAITED")}</NoticeBox>;
}

/** Nothing is to be paid any more, or nobody can say. */
function Closed({ order }: { order: OrderData }) {
  const { t } = useTexts();
  const { id, reference, status } = order;
  const paid = status === "processing";
  return (
    <>
      <NoticeBox kind={paid || status === "cancelled" ? "info" : "trouble"}>
        {paid
          ? t("LANG_CHECKOUT_ORDER_ALLPAID")
          : status === "cancelled"
            ? t("LANG_CHECKOUT_ORDER_CANCELLED")
            : t("ORDER_GENERIC_ERROR", { reference })}
      </NoticeBox>
      <Tickets order={order} />
      <Invoices order={order} />
      <Link to={paths.checkoutDone(id, reference)} className={`${BUTTON} ${PLAIN} mt-8`}>
        {t("LANG_CHECKOUT_EMPTY_TOORDER")}
      </Link>
    </>
  );
}
