import { action } from "@/lib/sending/action";
import { CART_TEXTS } from "@/lib/texts/error-texts";

/** Its input stores what is entered, for a cart or for an order. */
export const saveTexts = action<() => Promise<unknown>, unknown>({
  about: "personalisation",
  send: (_server, save) => save(),
  refusals: CART_TEXTS,
  otherwise: "LANG_ERROR_GENERIC",
});
