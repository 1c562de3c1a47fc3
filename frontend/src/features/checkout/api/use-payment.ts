import { useCallback } from "react";
import { CONFIRMORDERPAYMENT, ORDER, PAYORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { useClient } from "@/lib/wire/client";

/** Paying for an order that is placed; both calls reject with the server's error. */
export function usePayment() {
  const client = useClient();

  const keep = useCallback(
    async (order: OrderData) => {
      (await client.load()).writeQuery({ query: ORDER, variables: { id: order.id }, data: { order } });
      return order;
    },
    [client],
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

  return { pay, confirm };
}
