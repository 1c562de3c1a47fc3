import { useEffect, useRef } from "react";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { LOG_ACTIVITY } from "@/generated/features/checkout/api/order";
import { useClient } from "@/lib/wire/client";
import { wayHere } from "@/lib/way-here";

/** Tells the activity log that a buyer came back from PayPal without having paid, which only the browser sees (purchase §8). */
export function useCancelled(order: OrderData, cameBack: boolean): void {
  const client = useClient();
  const told = useRef(false);
  const method = order.preferredPaymentMethod ?? order.paymentMethod?.id;
  const cancelled = cameBack && order.paymentUnderWay && method === "paypal";
  useEffect(() => {
    if (!cancelled || told.current || wayHere() !== "navigate") return;
    told.current = true;
    // Whether it is counted is of no matter to the buyer.
    client
      .load()
      .then((apollo) => apollo.mutate({ mutation: LOG_ACTIVITY, variables: { input: { action: "PayPal Cancelled" } }, fetchPolicy: "no-cache" }))
      .catch(() => undefined);
  }, [cancelled, client]);
}
