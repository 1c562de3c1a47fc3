import { useEffect, useState } from "react";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { useOrder } from "@/features/checkout/api/use-order";

/** Seconds before each question: a payment service knows the end of most payments at once, of some after a while. */
const PAUSES = [0, 2, 4, 6, 10, 15, 20, 30, 60, 60, 60];

/** While an order's payment is under way, the payment services are asked what became of it. Whether they still are. */
export function useConfirmation(order: OrderData | undefined): boolean {
  const { confirm } = useOrder();
  const [round, setRound] = useState(0);
  const id = order?.id;
  const pause = order?.paymentUnderWay && !order.paymentReceived ? PAUSES[round] : undefined;

  useEffect(() => {
    if (id === undefined || pause === undefined) return;
    let wanted = true;
    const next = () => wanted && setRound((before) => before + 1);
    const timer = setTimeout(() => void confirm(id).then(next, next), pause * 1000);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [confirm, id, pause, round]);

  return pause !== undefined;
}
