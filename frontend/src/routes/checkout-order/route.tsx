import { useEffect, useRef } from "react";
import { Navigate, useLocation, useParams, useSearchParams } from "react-router";
import { paths } from "@/lib/paths";
import { NoticeBox, OrderMissing, payable, useConfirmation, useTop } from "@/features/checkout";
import { ORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { PayForm } from "./pay-form";

export const query = ORDER;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ id: params["order"] ?? "" });

const ELSEWHERE: ReadonlySet<OrderData["status"]> = new Set(["done", "pending_fulfillment", "fulfillment"]);

/** An order that is to be paid, in whichever way (purchase §4 "Open-order payment page"). The cart is not loaded here. */
export default function CheckoutOrderRoute() {
  const { t } = useTexts();
  const { order: id = "" } = useParams();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, retry } = useAnswer(ORDER, { id });
  useConfirmation(data?.order);
  usePageTitle(t("LANG_CHECKOUT_TITLE_ORDER"));
  useTop();
  useEffect(() => {
    if (key !== "default") heading.current?.focus({ preventScroll: true });
  }, [key]);

  if (error) return <OrderMissing error={error} retry={retry} />;
  const order = data?.order;
  if (order && ELSEWHERE.has(order.status)) return <Navigate replace to={paths.checkoutDone(order.id, order.reference)} />;
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[60rem]">
        <h1 ref={heading} tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {t("LANG_CHECKOUT_TITLE_ORDER")}
        </h1>
        {order ? (
          <>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="text-ink-soft">{t("LANG_CHECKOUT_REFERENCE")}</span>
              <strong className="display text-2xl select-all">{order.reference}</strong>
            </p>
            {payable(order) ? <Open order={order} failed={search.has("payment_error")} /> : <Closed order={order} />}
          </>
        ) : (
          <div role="status" className="flex flex-col gap-5">
            <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
            <span className="skeleton h-24 w-full" />
            <span className="skeleton h-64 w-full" />
          </div>
        )}
      </div>
    </div>
  );
}

function Open({ order, failed }: { order: OrderData; failed: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {failed ? (
        <NoticeBox kind="trouble">
          <p className="text-lg">{t("LANG_CHECKOUT_PAYMENTFAILED_HEADER")}</p>
          <p>{t("LANG_CHECKOUT_PAYMENTFAILED_TEXT")}</p>
        </NoticeBox>
      ) : (
        order.paymentUnderWay && <NoticeBox>{t("LANG_CHECKOUT_ORDER_MAYBEPAID")}</NoticeBox>
      )}
      <PayForm order={order} />
    </>
  );
}

/** Nothing is to be paid any more, or nobody can say. */
function Closed({ order: { id, reference, status } }: { order: OrderData }) {
  const { t } = useTexts();
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
      <Link to={paths.checkoutDone(id, reference)} className={`${BUTTON} ${PLAIN}`}>
        {t("LANG_CHECKOUT_EMPTY_TOORDER")}
      </Link>
    </>
  );
}
