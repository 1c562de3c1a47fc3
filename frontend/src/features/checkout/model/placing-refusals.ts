import type { Step } from "@/features/checkout/model/flow";
import type { LangKey } from "@/generated/lang-keys";
import type { Refusals } from "@/lib/sending/refusal";

/** What a refused order means, and the step where it is put right; without one, the buyer presses again. */
const BY_CODE: Readonly<Record<string, LangKey | { text: LangKey; step: Exclude<Step, "confirm" | "done"> }>> = {
  TERMS_NOT_ACCEPTED: "LANG_CHECKOUT_ERROR_TERMS",
  AGE_NOT_CONFIRMED: "LANG_CHECKOUT_ERROR_AGE",
  TOTAL_CHANGED: "LANG_CHECKOUT_TROUBLE_TOTAL",
  DISCOUNT_CODE_ENDED: "LANG_CHECKOUT_TROUBLE_DISCOUNT",
  DISCOUNT_CODE_USED_UP: "LANG_CHECKOUT_TROUBLE_DISCOUNT",
  PAYMENT_CODE_INVALID: "LANG_CHECKOUT_TROUBLE_PAYMENTCODE",
  PAYMENT_CODE_EXPIRED: "LANG_CHECKOUT_TROUBLE_PAYMENTCODE",
  RESERVATION_LOST: { text: "LANG_CHECKOUT_TROUBLE_RESERVATION", step: "cart" },
  SOLD_OUT: { text: "LANG_CHECKOUT_TROUBLE_SOLDOUT", step: "cart" },
  ITEM_NOT_AVAILABLE: { text: "LANG_CHECKOUT_TROUBLE_SOLDOUT", step: "cart" },
  SEATS_MISSING: { text: "LANG_CHECKOUT_TROUBLE_SEATS", step: "cart" },
  HOLDERS_MISSING: { text: "LANG_CHECKOUT_TROUBLE_HOLDERS", step: "details" },
  CART_LIMIT_EXCEEDED: { text: "LANG_CHECKOUT_TROUBLE_LIMIT", step: "cart" },
  SESSION_ENDED: { text: "LANG_CHECKOUT_TROUBLE_SESSION", step: "cart" },
  CART_EMPTY: { text: "LANG_CHECKOUT_TROUBLE_SESSION", step: "cart" },
  CART_ITEM_NOT_FOUND: { text: "LANG_CHECKOUT_TROUBLE_SESSION", step: "cart" },
  ADDRESS_INCOMPLETE: { text: "LANG_CHECKOUT_ERROR_ADDRESS", step: "details" },
  NO_DELIVERY_METHOD: { text: "LANG_CHECKOUT_TROUBLE_CARRIER", step: "payment" },
  PAYMENT_METHOD_UNAVAILABLE: { text: "LANG_CHECKOUT_ERROR_PAYMENTMETHOD", step: "payment" },
  TRANSFER_NOT_OFFERED: { text: "LANG_CHECKOUT_TROUBLE_TRANSFER", step: "payment" },
  IDEMPOTENCY_KEY_REUSED: "LANG_CHECKOUT_ERROR_GENERIC",
  TOO_MANY_ORDERS: "LANG_CHECKOUT_ERROR_TOOMANYORDERS",
};

/** The server failed, perhaps after it had stored the order. */
const UNSURE = new Set(["INTERNAL", "UNAVAILABLE"]);

/** A refusal with a code is an answer: nothing was ordered. Otherwise the order may exist, and pressing again is safe. */
export const isRefusal = (code: string | undefined): code is string => code !== undefined && !UNSURE.has(code);

const unsure = { text: "LANG_CHECKOUT_TROUBLE_UNSURE", isUnknown: true } as const;

export const PLACING: Refusals<unknown> = {
  refusals: { ...BY_CODE, INTERNAL: unsure, UNAVAILABLE: unsure, OFFLINE: unsure },
  otherwise: ({ code }) => (code ? { text: "LANG_CHECKOUT_ERROR_GENERIC" } : unsure),
};
