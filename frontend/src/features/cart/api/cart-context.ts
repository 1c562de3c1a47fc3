import { createContext, use } from "react";
import type { CartWrites } from "@/features/cart/api/cart-writes";
import type { CartState, CartStore } from "@/features/cart/model/cart-store";
import type { ReservationDisplay } from "@/features/cart/model/reservation-display";

export interface CartApi
  extends CartState, Pick<CartStore, "refresh" | "accept" | "announce" | "onRemoteChange">, CartWrites {
  minicart: { open: boolean; show: () => void; hide: () => void };
  reservation: ReservationDisplay;
}

export const CartContext = createContext<CartApi | null>(null);

export function useCartApi(): CartApi {
  const api = use(CartContext);
  if (!api) throw new Error("useCart outside of CartProvider");
  return api;
}
