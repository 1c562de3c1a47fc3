import { useMemo } from "react";
import { useAddToCart, useCart, useCartContents, type Cart } from "@/features/cart";
import { refusalOf } from "@/features/seat-map/choice/refusal";
import type { InCart } from "@/features/seat-map/choice/selection";
import { WHEELCHAIR, type SeatPlan } from "@/features/seat-map/plan/plan";

export function inCartOf(cart: Pick<Cart, "items"> | null, eventId: string, plan: SeatPlan | null): InCart {
  const lines = cart?.items.filter((line) => line.type === "event" && line.productId === eventId) ?? [];
  const seatIds = new Set(lines.flatMap((line) => line.seatId ?? []));
  return {
    tickets: lines.reduce((sum, line) => sum + line.amount, 0),
    wheelchair: plan !== null && [...seatIds].some((id) => plan.kind[plan.placeOf(id)] === WHEELCHAIR),
    seatIds,
  };
}

/** What of the event lies in the cart, and the way of a choice into it. Moved seats are told before the cart opens. */
export function useSeatCart(eventId: string, plan: SeatPlan | null) {
  const { minicart } = useCart();
  const cart = useCartContents();
  const adding = useAddToCart(refusalOf, { opens: false });
  const inCart = useMemo(() => inCartOf(cart, eventId, plan), [cart, eventId, plan]);
  return { ...adding, inCart, showCart: minicart.show };
}
