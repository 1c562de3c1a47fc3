import { Navigate, useSearchParams } from "react-router";
import { useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { OrderPage, payable, ProgressList } from "@/features/checkout";
import { isOnItsWay } from "@/features/checkout/parts";
import { ORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { useNow } from "@/lib/time/now";
import { OrderPlaced } from "./order-placed";
import { isFresh } from "./standing";

export const query = ORDER;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ id: params["order"] ?? "" });

/** Step 5, and later on the page that tells how the order stands. */
export default function CheckoutDoneRoute() {
  const { order: id } = useParams();
  const [search] = useSearchParams();
  const returned = search.has("payment_received");
  const now = useNow();
  const fresh = (order: OrderData | undefined) => order !== undefined && isFresh(order, now, returned);
  if (!id) return <Navigate replace to={paths.checkout()} />;
  // Whoever comes back from a payment service without having paid can pay in another way.
  const elsewhere = (order: OrderData, asking: boolean) =>
    returned && !asking && payable(order) && !order.paymentUnderWay && !isOnItsWay(order)
      ? paths.checkoutOrderFailed(order.id, order.reference)
      : null;
  return (
    <OrderPage
      id={id}
      title={(order) => (fresh(order) ? "LANG_CHECKOUT_TITLE_DONE" : "LANG_ORDER_TITLE")}
      progress={(order) => fresh(order) && <ProgressList step="done" paymentOnly={!order?.shippingMethod} />}
      elsewhere={elsewhere}
    >
      {(order) => <OrderPlaced order={order} returned={returned} />}
    </OrderPage>
  );
}
