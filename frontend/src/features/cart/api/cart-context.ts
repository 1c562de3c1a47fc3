import { createContext, use } from "react";
import type { Cart, SeatShift } from "@/features/cart/model/cart";
import type { ReservationDisplay } from "@/features/cart/model/reservation-display";

export type CartStatus = "unknown" | "loading" | "ready" | "error";

export interface AddRequest {
  productVariantId: string;
  amount: number;
  personalIdentifier?: string;
  /** The seats, one a piece. Without them tickets with seats get the best that are free, as the rest says. */
  seatIds?: readonly string[];
  sectionId?: string;
  adjacent?: boolean;
  accessible?: boolean;
  /** a culture pass's code, for tickets; it stands in the cart then */
  paymentCode?: string;
  /** The variant is of this bundle's root; `parts` are what was chosen with it. */
  bundleId?: string;
  parts?: readonly BundlePart[];
}

interface BundlePart extends Omit<AddRequest, "bundleId" | "parts" | "paymentCode"> {
  /** which part of the bundle */
  partId: string;
}

/** What ADDTOCART did. `shifts`: seats that the server moved by one, so that no single seat is left over. */
export interface Added {
  cart: Cart | null;
  shifts: readonly SeatShift[];
}

export interface CartApi {
  cart: Cart | null;
  status: CartStatus;
  /** pieces as far as known, also before the cart was asked for */
  count: number;
  /** Asks the server; calls made while one is under way share its answer. */
  refresh: () => Promise<Cart | null>;
  /** All requests or none, in the place of the lines named by `released`; rejects with the server's error. */
  add: (requests: readonly AddRequest[], released?: readonly string[]) => Promise<Added>;
  remove: (itemId: string) => Promise<Cart | null>;
  changeAmount: (itemId: string, amount: number) => Promise<Cart | null>;
  changeCountry: (countryCode: string) => Promise<Cart | null>;
  /** Takes a cart that another call answered (checkout's patches, an emptied cart = null), and tells the other tabs. */
  accept: (cart: Cart | null) => void;
  /** Has the other tabs read the cart anew. */
  announce: () => void;
  /** Calls back when another tab changed the cart; returns the way to stop. */
  onRemoteChange: (listener: () => void) => () => void;
  minicart: { open: boolean; show: () => void; hide: () => void };
  reservation: ReservationDisplay;
}

export const CartContext = createContext<CartApi | null>(null);

export function useCartApi(): CartApi {
  const api = use(CartContext);
  if (!api) throw new Error("useCart outside of CartProvider");
  return api;
}
