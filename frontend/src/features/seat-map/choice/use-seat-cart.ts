import { useEffect, useMemo, useRef, useState } from "react";
import { useCart, type AddState, type Cart } from "@/features/cart";
import { refusalOf, type Refusal } from "@/features/seat-map/choice/refusal";
import type { InCart, Request } from "@/features/seat-map/choice/selection";
import { WHEELCHAIR, type SeatPlan } from "@/features/seat-map/plan/plan";

const ADDED_MS = 2000;

export function inCartOf(cart: Pick<Cart, "items"> | null, eventId: string, plan: SeatPlan | null): InCart {
  const lines = cart?.items.filter((line) => line.type === "event" && line.productId === eventId) ?? [];
  const seatIds = new Set(lines.flatMap((line) => line.seatId ?? []));
  return {
    tickets: lines.reduce((sum, line) => sum + line.amount, 0),
    wheelchair: plan !== null && [...seatIds].some((id) => plan.kind[plan.placeOf(id)] === WHEELCHAIR),
    seatIds,
  };
}

/** What of the event lies in the cart, and the way of a choice into it: idle, adding, added or refused. */
export function useSeatCart(eventId: string, plan: SeatPlan | null) {
  const { cart, status, count, refresh, add: send, minicart } = useCart();
  const [state, setState] = useState<AddState>("idle");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const unread = status === "unknown" && count > 0;
  useEffect(() => {
    if (unread) refresh().catch(() => undefined);
  }, [refresh, unread]);

  const inCart = useMemo(() => inCartOf(cart, eventId, plan), [cart, eventId, plan]);

  const reset = () => {
    setRefusal(null);
    setState((now) => (now === "error" ? "idle" : now));
  };

  /** All requests or none, in the place of the cart's lines named by `released`. Null when it was refused. */
  const add = async (requests: readonly Request[], released: readonly string[] = []) => {
    if (busy.current) return null;
    busy.current = true;
    clearTimeout(timer.current);
    setState("adding");
    setRefusal(null);
    try {
      const { shifts } = await send(requests, released);
      setState("added");
      timer.current = setTimeout(() => setState("idle"), ADDED_MS);
      return shifts;
    } catch (cause) {
      setState("error");
      setRefusal(refusalOf(cause));
      return null;
    } finally {
      busy.current = false;
    }
  };

  return { inCart, state, refusal, add, reset, showCart: minicart.show };
}
