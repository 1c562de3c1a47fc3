import { useEffect, useRef } from "react";
import { useActivity } from "@/features/checkout/api/use-activity";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { wayHere } from "@/lib/way-here";

/** Tells the activity log that a buyer came back from PayPal without having paid, which only the browser sees (purchase §8). */
export function useCancelled(order: OrderData, cameBack: boolean): void {
  const tell = useActivity();
  const told = useRef(false);
  const method = order.preferredPaymentMethod ?? order.paymentMethod?.id;
  const cancelled = cameBack && order.paymentUnderWay && method === "paypal";
  useEffect(() => {
    if (!cancelled || told.current || wayHere() !== "navigate") return;
    told.current = true;
    tell("PayPal Cancelled");
  }, [cancelled, tell]);
}
