import { useCartContents, type Cart } from "@/features/cart";

/** An event's tickets in the cart, in whatever category. */
export const ticketsIn = (cart: Pick<Cart, "items"> | null, eventId: string): number =>
  cart?.items.reduce((sum, line) => sum + (line.type === "event" && line.productId === eventId ? line.amount : 0), 0) ??
  0;

/** How many tickets of an event lie in the cart, as every tab of this browser changes it. */
export const useTicketsInCart = (eventId: string): number => ticketsIn(useCartContents(), eventId);
