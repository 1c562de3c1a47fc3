import type { Cart } from "@/features/cart/model/cart";
import { createRest } from "@/lib/wire/rest";

/** The cart with the code; rejects with PAYMENT_CODE_INVALID or PAYMENT_CODE_EXPIRED. */
export const enterPaymentCode = (restUrl: string, code: string): Promise<Cart> =>
  createRest(restUrl)("POST", "cart/payment-code", { code });

export const dropPaymentCode = (restUrl: string): Promise<Cart> => createRest(restUrl)("DELETE", "cart/payment-code");
