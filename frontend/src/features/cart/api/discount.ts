import type { Cart } from "@/features/cart/model/cart";
import { action } from "@/lib/sending/action";
import { CART_TEXTS } from "@/lib/texts/error-texts";
import { createRest } from "@/lib/wire/rest";

/** A code that the server took: it waits for a cart, or has changed the one that is there. */
export interface Discount {
  percent: number;
  cart: Cart | null;
}

export const enterCode = action<string, Discount>({
  about: "discount code",
  send: ({ rest }, code) => rest("POST", "discount", { code }),
  refusals: {
    ...CART_TEXTS,
    DISCOUNT_CODE_WRONG: "LANG_DISCOUNT_WRONG",
    DISCOUNT_CODE_ENDED: "LANG_DISCOUNT_CODE_ENDED",
    DISCOUNT_CODE_USED_UP: "LANG_DISCOUNT_CODE_USEDUP",
  },
  otherwise: "LANG_ERROR_GENERIC",
});

export async function dropCode(restUrl: string): Promise<Cart | null> {
  return (await createRest(restUrl)("DELETE", "discount")).cart;
}
