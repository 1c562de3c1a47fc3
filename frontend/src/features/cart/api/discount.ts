import type { Cart } from "@/features/cart/model/cart";
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import { errorCode, errorText } from "@/lib/texts/error-texts";
import { createRest } from "@/lib/wire/rest";

/** A code that the server took: it waits for a cart, or has changed the one that is there. */
export interface Discount {
  percent: number;
  cart: Cart | null;
}

const PROBLEMS: Readonly<Record<string, OverlayKey>> = {
  DISCOUNT_CODE_WRONG: "LANG_DISCOUNT_WRONG",
  DISCOUNT_CODE_ENDED: "LANG_DISCOUNT_CODE_ENDED",
  DISCOUNT_CODE_USED_UP: "LANG_DISCOUNT_CODE_USEDUP",
};

/** The discount, or what to tell the visitor instead. */
export async function enterCode(restUrl: string, code: string): Promise<Discount | LangKey | OverlayKey> {
  try {
    return await createRest(restUrl)("POST", "discount", { code });
  } catch (error) {
    return PROBLEMS[errorCode(error) ?? ""] ?? errorText(error).key;
  }
}

export async function dropCode(restUrl: string): Promise<Cart | null> {
  return (await createRest(restUrl)("DELETE", "discount")).cart;
}
