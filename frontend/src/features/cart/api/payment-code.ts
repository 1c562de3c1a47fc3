import type { Cart } from "@/features/cart/model/cart";
import { action } from "@/lib/sending/action";
import { CART_TEXTS } from "@/lib/texts/error-texts";
import { createRest } from "@/lib/wire/rest";

/** Answers the cart with the code. */
export const enterPaymentCode = action<string, Cart>({
  about: "payment code",
  send: ({ rest }, code) => rest("POST", "cart/payment-code", { code }),
  refusals: CART_TEXTS,
  otherwise: "LANG_ERROR_GENERIC",
});

export const dropPaymentCode = (restUrl: string): Promise<Cart> => createRest(restUrl)("DELETE", "cart/payment-code");
