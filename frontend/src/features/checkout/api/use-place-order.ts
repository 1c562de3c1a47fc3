import { useCallback } from "react";
import { ORDER, PLACEORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { useOrdered } from "@/features/checkout/api/use-ordered";
import { beginAttempt, endAttempt, type PlaceInput } from "@/features/checkout/model/attempt";
import type { PaymentStep } from "@/features/checkout/model/payment";
import { isRefusal } from "@/features/checkout/model/placing-trouble";
import { useClient } from "@/lib/wire/client";
import { errorCode } from "@/lib/texts/error-texts";
import { toCents } from "@/lib/money";
import { forgetPaymentCode } from "@/lib/payment-code";
import { useShopPage } from "@/lib/shop-data";

export interface Placed {
  order: OrderData;
  payment: PaymentStep;
}

/** Places the cart. The same attempt asked again answers with the same order; rejects with the server's error. */
export function usePlaceOrder(): (cartId: string, input: PlaceInput) => Promise<Placed> {
  const client = useClient();
  const ordered = useOrdered();
  const { shopSlug } = useShopPage();
  return useCallback(
    async (cartId, input) => {
      const attempt = beginAttempt(shopSlug, cartId, input);
      const apollo = await client.load();
      let placed: Placed | undefined;
      try {
        const { data } = await apollo.mutate({
          mutation: PLACEORDER,
          variables: { input: { idempotencyKey: attempt.key, ...attempt.input } },
          fetchPolicy: "no-cache",
        });
        placed = data?.placeOrder;
      } catch (error) {
        if (isRefusal(errorCode(error))) endAttempt(shopSlug);
        throw error;
      }
      if (!placed) throw new Error("no order in the answer");
      const { order } = placed;
      apollo.writeQuery({ query: ORDER, variables: { id: order.id }, data: { order } });
      ordered(order);
      if (toCents(order.paymentCodeTotal) > 0) forgetPaymentCode();
      return placed;
    },
    [client, ordered, shopSlug],
  );
}
