import { useSyncExternalStore } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";

/** Seconds until the cart's reservation ends, null without one. */
export function useReservation(): number | null {
  const { reservation } = useCartApi();
  return useSyncExternalStore(reservation.subscribe, reservation.seconds, () => null);
}
