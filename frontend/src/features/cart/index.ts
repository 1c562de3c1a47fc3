import { lazy } from "react";

export { CartProvider } from "./api/cart-provider";
export { useCartApi as useCart } from "./api/cart-context";
export { ADD_TEXTS, useAddToCart, type AddState } from "./api/use-add-to-cart";
export { useCartContents } from "./api/use-cart-contents";
export { useReservation } from "./api/use-reservation";
export { orderedLines, pieces, type Cart, type CartLine } from "./model/cart";
export { CartButton } from "./view/cart-button";
export { Minicart, prepareMinicart } from "./view/minicart";
export { gateAnswered } from "./model/gate-memory";
export const DiscountGate = lazy(() => import("./view/discount-gate"));
