import type { LangKey } from "@/generated/lang-keys";
import type { Step } from "@/features/checkout/model/flow";

/** What a refused order means and where it is put right. */
export interface Trouble {
  text: LangKey;
  /** the step that has to be looked at again; null = stay and press again */
  step: Exclude<Step, "confirm" | "done"> | null;
  /** a box on this page has to be ticked */
  box?: "terms" | "age";
}

const BY_CODE: Readonly<Record<string, Trouble>> = {
  TERMS_NOT_ACCEPTED: { text: "LANG_CHECKOUT_ERROR_TERMS", step: null, box: "terms" },
  AGE_NOT_CONFIRMED: { text: "LANG_CHECKOUT_ERROR_AGE", step: null, box: "age" },
  TOTAL_CHANGED: { text: "LANG_CHECKOUT_TROUBLE_TOTAL", step: null },
  DISCOUNT_CODE_ENDED: { text: "LANG_CHECKOUT_TROUBLE_DISCOUNT", step: null },
  DISCOUNT_CODE_USED_UP: { text: "LANG_CHECKOUT_TROUBLE_DISCOUNT", step: null },
  PAYMENT_CODE_INVALID: { text: "LANG_CHECKOUT_TROUBLE_PAYMENTCODE", step: null },
  PAYMENT_CODE_EXPIRED: { text: "LANG_CHECKOUT_TROUBLE_PAYMENTCODE", step: null },
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
  IDEMPOTENCY_KEY_REUSED: { text: "LANG_CHECKOUT_ERROR_GENERIC", step: null },
  RATE_LIMITED: { text: "LANG_ERROR_RATELIMIT", step: null },
  WORK_NEEDED: { text: "LANG_ERROR_RATELIMIT", step: null },
  TOO_MANY_ORDERS: { text: "LANG_CHECKOUT_ERROR_TOOMANYORDERS", step: null },
  BUSY: { text: "LANG_ERROR_BUSY", step: null },
};

/** The server failed, perhaps after it had stored the order. */
const UNSURE = new Set(["INTERNAL", "UNAVAILABLE"]);

/** A refusal with a code is an answer: nothing was ordered. Else nobody knows, and pressing again is safe. */
export const isRefusal = (code: string | undefined): code is string => code !== undefined && !UNSURE.has(code);

export const troubleOf = (code: string | undefined): Trouble =>
  isRefusal(code)
    ? (BY_CODE[code] ?? { text: "LANG_CHECKOUT_ERROR_GENERIC", step: null })
    : { text: "LANG_CHECKOUT_TROUBLE_UNSURE", step: null };
