import { useCallback } from "react";
import type { Cart } from "@/features/cart";
import { CREATEPAYPALORDER, TAKEOVERPAYPALORDER } from "@/generated/features/checkout/api/express";
import { useClient } from "@/lib/wire/client";

/** Our part of PayPal's button; both calls reject with the server's error. */
export function usePaypal() {
  const client = useClient();

  const create = useCallback(
    async (usePaypalAddress: boolean): Promise<string> => {
      const apollo = await client.load();
      const { data } = await apollo.mutate({
        mutation: CREATEPAYPALORDER,
        variables: { input: { usePaypalAddress } },
        fetchPolicy: "no-cache",
      });
      if (!data) throw new Error("no order in the answer");
      return data.createPaypalOrder.externalPaymentId;
    },
    [client],
  );

  /** What was agreed to there is how this cart is paid, once it is ordered. */
  const takeOver = useCallback(
    async (externalPaymentId: string): Promise<Cart> => {
      const apollo = await client.load();
      const { data } = await apollo.mutate({
        mutation: TAKEOVERPAYPALORDER,
        variables: { input: { externalPaymentId } },
        fetchPolicy: "no-cache",
      });
      if (!data?.takeOverPaypalOrder.cart) throw new Error("no cart in the answer");
      return data.takeOverPaypalOrder.cart;
    },
    [client],
  );

  return { create, takeOver };
}
