import { useEffect, useRef } from "react";
import { Navigate, useLocation, useParams, useSearchParams } from "react-router";
import { paths } from "@/lib/paths";
import { OrderMissing, payable, ProgressList, useConfirmation, useTop } from "@/features/checkout";
import { ORDER } from "@/generated/features/checkout/api/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { usePageTitle } from "@/ui/page/page-title";
import { OrderPlaced } from "./order-placed";

export const query = ORDER;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ id: params["order"] ?? "" });

/** Step 5. The cart is not loaded here. */
export default function CheckoutDoneRoute() {
  const { order } = useParams();
  return order ? <Confirmation id={order} /> : <Navigate replace to={paths.checkout()} />;
}

function Confirmation({ id }: { id: string }) {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, retry } = useAnswer(ORDER, { id });
  usePageTitle(t("LANG_CHECKOUT_TITLE_DONE"));
  useTop();
  useEffect(() => {
    if (key !== "default") heading.current?.focus({ preventScroll: true });
  }, [key]);

  const order = data?.order;
  const asking = useConfirmation(order);
  const returned = search.has("payment_received");
  if (error) return <OrderMissing error={error} retry={retry} />;
  // Whoever comes back from a payment service without having paid can pay in another way.
  if (order && returned && !asking && payable(order) && !order.paymentUnderWay) {
    return <Navigate replace to={paths.checkoutOrderFailed(order.id, order.reference)} />;
  }
  return (
    <div className="shell pt-6 md:pt-8">
      <ProgressList step="done" />
      <div className="mx-auto min-h-[85svh] max-w-[60rem]">
        <h1 ref={heading} tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {t("LANG_CHECKOUT_TITLE_DONE")}
        </h1>
        {order ? (
          <OrderPlaced order={order} returned={returned} />
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
