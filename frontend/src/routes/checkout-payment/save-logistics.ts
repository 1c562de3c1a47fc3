import { ORDER_ERRORS } from "@/features/checkout";
import { action } from "@/lib/sending/action";
import { CART_TEXTS } from "@/lib/texts/error-texts";

/** Its input stores the choice and goes on. */
export const saveLogisticsStep = action<() => Promise<unknown>, unknown>({
  about: "logistics",
  send: (_server, save) => save(),
  refusals: { ...CART_TEXTS, ...ORDER_ERRORS },
  otherwise: "LANG_ERROR_GENERIC",
});
