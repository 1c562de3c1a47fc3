import { useCallback } from "react";
import { useNavigate } from "react-router";
import { CONFIRMORDERPAYMENT, ORDER, PAYORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { wayAfter, type PaymentStep } from "@/features/checkout/model/payment";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useClient } from "@/lib/wire/client";

/** Paying for an order that is placed; both calls reject with the server's error. */
export function usePayment() {
  const client = useClient();
  const navigate = useNavigate();
  const { basePath } = useShopPage();

  const keep = useCallback(
    async (order: OrderData) => {
      (await client.load()).writeQuery({ query: ORDER, variables: { id: order.id }, data: { order } });
      return order;
    },
    [client],
  );

  /** Leaves for the payment service's page, or goes on to one of the order's. */
  const goOn = useCallback(
    (order: Pick<OrderData, "id" | "reference">, payment: PaymentStep) => {
      const way = wayAfter(order, payment);
      if ("to" in way) {
        void navigate(way.to, { replace: true });
        return;
      }
      // Who comes back from there by the browser's button finds the order, and how it can be paid.
      window.history.replaceState(window.history.state, "", basePath + paths.checkoutOrder(order.id, order.reference));
      window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
      window.location.assign(way.leave);
    },
    [basePath, navigate],
  );

  const pay = useCallback(
    async (orderId: string, paymentMethod: string) => {
      const apollo = await client.load();
      const { data } = await apollo.mutate({ mutation: PAYORDER, variables: { input: { orderId, paymentMethod } }, fetchPolicy: "no-cache" });
      if (!data) throw new Error("no order in the answer");
      await keep(data.payOrder.order);
      return data.payOrder;
    },
    [client, keep],
  );

  /** Has the payment services asked what became of it. */
  const confirm = useCallback(
    async (orderId: string) => {
      const apollo = await client.load();
      const { data } = await apollo.mutate({ mutation: CONFIRMORDERPAYMENT, variables: { input: { orderId } }, fetchPolicy: "no-cache" });
      if (!data) throw new Error("no order in the answer");
      return keep(data.confirmOrderPayment.order);
    },
    [client, keep],
  );

  return { pay, confirm, goOn };
}
