import { useEffect } from "react";
import { useCart, type Cart } from "@/features/cart";

/** An event's tickets in the cart, in whatever category. */
export const ticketsIn = (cart: Pick<Cart, "items"> | null, eventId: string): number =>
  cart?.items.reduce((sum, line) => sum + (line.type === "event" && line.productId === eventId ? line.amount : 0), 0) ?? 0;

/** How many tickets of an event lie in the cart, as every tab of this browser changes it. */
export function useTicketsInCart(eventId: string): number {
  const { cart, status, count, refresh } = useCart();
  // Whose cart was empty when last seen is not asked about: catalogue pages need no session.
  const ask = status === "unknown" && count > 0;
  useEffect(() => {
    if (ask) refresh().catch(() => undefined);
  }, [ask, refresh]);
  return ticketsIn(cart, eventId);
}
