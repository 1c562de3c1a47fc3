import { useEffect } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { Cart } from "@/features/cart/model/cart";

/** The cart, asked for once something is known to lie in it: whose cart was empty when last seen needs no session. */
export function useCartContents(): Cart | null {
  const { cart, status, count, refresh } = useCartApi();
  const isUnread = status === "unknown" && count > 0;
  useEffect(() => {
    if (isUnread) refresh().catch(() => undefined);
  }, [isUnread, refresh]);
  return cart;
}
