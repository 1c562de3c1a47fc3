import { useEffect, useEffectEvent } from "react";
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
  const goOn = useGoOn();
  const { send } = usePlaceOrder(({ order, payment }) => goOn(order, payment));
  const ask = useEffectEvent(async () => {
    const refusal = await send({ cartId: attempt.cartId, input: attempt.input });
    if (refusal) onNone();
  });
  useEffect(() => void ask(), [attempt]);
  return null;
}
