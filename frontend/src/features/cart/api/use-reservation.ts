import { useEffect, useState } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { pieces } from "@/features/cart/model/cart";
import { secondsLeft } from "@/features/cart/model/reservation";
import { serverNow } from "@/lib/fetch-layer";

/** Seconds until the cart's reservation ends, null without one. At the end the cart is asked again. */
export function useReservation(): number | null {
  const { cart, refresh, loseReservation } = useCartApi();
  const validUntil = cart?.validUntil ?? null;
  const before = pieces(cart);
  const [, tick] = useState(0);
  const seconds = validUntil ? secondsLeft(validUntil, serverNow()) : null;

  useEffect(() => {
    if (!validUntil) return;
    const timer = setInterval(() => {
      tick((n) => n + 1);
      if (secondsLeft(validUntil, serverNow()) > 0) return;
      clearInterval(timer);
      refresh().then(
        (next) => {
          if (pieces(next) < before) loseReservation();
        },
        () => undefined,
      );
    }, 1000);
    return () => clearInterval(timer);
  }, [before, loseReservation, refresh, validUntil]);

  return seconds;
}
