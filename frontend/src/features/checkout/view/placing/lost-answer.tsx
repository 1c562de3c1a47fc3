import { useEffect } from "react";
import { useGoOn } from "@/features/checkout/api/use-go-on";
import { usePlaceOrder } from "@/features/checkout/api/use-place-order";
import type { Attempt } from "@/features/checkout/model/attempt";

export interface LostAnswerProps {
  attempt: Attempt;
  /** it was no order */
  onNone: () => void;
}

/** An order whose answer never arrived is asked for again. */
export default function LostAnswer({ attempt, onNone }: LostAnswerProps) {
  const place = usePlaceOrder();
  const goOn = useGoOn();
  useEffect(() => {
    place(attempt.cartId, attempt.input).then(({ order, payment }) => goOn(order, payment), onNone);
  }, [attempt, goOn, onNone, place]);
  return null;
}
