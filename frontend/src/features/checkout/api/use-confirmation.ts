import { useEffect, useState } from "react";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { confirmPayment } from "@/features/checkout/api/order-actions";
import { run } from "@/lib/sending/action";
import { useServer } from "@/lib/sending/use-action";

/** Seconds before each question: a payment service knows the end of most payments at once, of some after a while. */
const PAUSES = [0, 2, 4, 6, 10, 15, 20, 30, 60, 60, 60];

/** While an order's payment is under way, the payment services are asked what became of it. Whether they still are. */
export function useConfirmation(order: OrderData | undefined): boolean {
  const server = useServer();
  const [asked, setAsked] = useState(0);
  const id = order?.id;
  const pause = order?.paymentUnderWay && !order.paymentReceived ? PAUSES[asked] : undefined;

  useEffect(() => {
    if (id === undefined || pause === undefined) return;
    let wanted = true;
    const next = () => wanted && setAsked((before) => before + 1);
    const timer = setTimeout(() => void run(confirmPayment, server, id).then(next, next), pause * 1000);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [server, id, pause, asked]);

  return pause !== undefined;
}
