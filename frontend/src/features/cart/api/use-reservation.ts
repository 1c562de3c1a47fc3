import { useSyncExternalStore } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { secondsLeft } from "@/lib/time/reservation";
import { serverNow } from "@/lib/time/server-clock";

/** Seconds until the cart's reservation ends, null without one. */
export function useReservation(): number | null {
  const { cart, reservation } = useCartApi();
  const counted = useSyncExternalStore(reservation.subscribe, reservation.seconds, () => null);
  // The clock starts after the cart is shown; nothing may move when it does.
  return counted ?? (cart?.validUntil ? secondsLeft(cart.validUntil, serverNow()) : null);
}
