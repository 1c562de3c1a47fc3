import type { Cart } from "@/features/cart/model/cart";
import { createRest } from "@/lib/rest";
import { camelCase } from "@/lib/shop-rest";

/** The cart with the code; rejects with PAYMENT_CODE_INVALID or PAYMENT_CODE_EXPIRED. */
export const enterPaymentCode = async (restUrl: string, code: string): Promise<Cart> =>
  camelCase(await createRest(restUrl)("POST", "cart/payment-code", { code })) as Cart;

export const dropPaymentCode = async (restUrl: string): Promise<Cart> =>
  camelCase(await createRest(restUrl)("DELETE", "cart/payment-code")) as Cart;
