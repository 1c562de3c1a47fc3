import { useCallback } from "react";
import { ORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import {
  ASKCONFIRMATIONAGAIN,
  CONFIRMORDERPAYMENT,
  PAYORDER,
  PERSONALIZEORDER,
} from "@/generated/features/checkout/api/order";
import { useShopPage } from "@/lib/shop-data";
import { useClient } from "@/lib/wire/client";
import { createRest } from "@/lib/wire/rest";

/** What is done with an order that is placed; each call rejects with the server's error. */
export function useOrder() {
  const client = useClient();
  const { restUrl } = useShopPage();

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
      const { data } = await apollo.mutate({
        mutation: PAYORDER,
        variables: { input: { orderId, paymentMethod } },
        fetchPolicy: "no-cache",
      });
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
      const { data } = await apollo.mutate({
        mutation: CONFIRMORDERPAYMENT,
        variables: { input: { orderId } },
        fetchPolicy: "no-cache",
      });
      if (!data) throw new Error("no order in the answer");
      return keep(data.confirmOrderPayment.order);
    },
    [client, keep],
  );

  /** Has the mail sent again whose link confirms its free tickets. */
  const askAgain = useCallback(
    async (orderId: string) => {
      const apollo = await client.load();
      const { data } = await apollo.mutate({
        mutation: ASKCONFIRMATIONAGAIN,
        variables: { input: { orderId } },
        fetchPolicy: "no-cache",
      });
      if (!data) throw new Error("no order in the answer");
      return keep(data.askConfirmationAgain.order);
    },
    [client, keep],
  );

  /** Whose the order's tickets are, by their lines. */
  const name = useCallback(
    async (orderId: string, texts: Readonly<Record<string, string>>) => {
      const items = Object.entries(texts).map(([itemId, personalIdentifier]) => ({ itemId, personalIdentifier }));
      const apollo = await client.load();
      const { data } = await apollo.mutate({
        mutation: PERSONALIZEORDER,
        variables: { input: { orderId, items } },
        fetchPolicy: "no-cache",
      });
      if (!data) throw new Error("no order in the answer");
      return keep(data.personalizeOrder.order);
    },
    [client, keep],
  );

  /** Remembers how the buyer would rather pay; whether that worked is of no matter to them. */
  const prefer = useCallback(
    (orderId: string, method: string) =>
      void createRest(restUrl)("PATCH", `orders/${orderId}`, { preferred_payment_method: method }).catch(
        () => undefined,
      ),
    [restUrl],
  );

  return { pay, confirm, askAgain, name, prefer };
}
