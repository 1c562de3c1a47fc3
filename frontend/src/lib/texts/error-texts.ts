import type { CombinedGraphQLErrors } from "@apollo/client/errors";
import type { LangKey } from "@/generated/lang-keys";
import { HttpError } from "@/lib/wire/fetch-layer";

export interface ErrorText {
  key: LangKey;
  values: Record<string, string | number>;
}

/** What the cart refuses, and any call. */
export const CART_TEXTS: Readonly<Record<string, LangKey>> = {
  CART_LIMIT_EXCEEDED: "LANG_TICKET_TOOMANY_DETAIL",
  SOLD_OUT: "LANG_CART_ERROR_NOTENOUGH",
  ITEM_NOT_AVAILABLE: "LANG_ITEM_NOT_AVAILABLE",
  ITEM_NOT_FOUND: "LANG_ITEM_ERROR_ITEMNOTFOUND",
  CART_ITEM_NOT_FOUND: "LANG_CART_ERROR_LINEGONE",
  AMOUNT_NOT_CHANGEABLE: "LANG_CART_ERROR_AMOUNTFIXED",
  AMOUNT_INVALID: "LANG_CART_ERROR_AMOUNT",
  CART_EMPTY: "LANG_CART_EMPTY",
  RESERVATION_LOST: "LANG_ALLG_RESERVATION_KILL_MSG",
  ORDER_LINE_NOT_FOUND: "LANG_ORDER_NOTFOUND",
  NAMES_CLOSED: "LANG_CHECKOUT_NAMES_CLOSED",
  TOO_MANY_NAMES: "LANG_ERROR_RATELIMIT",
  TICKET_REQUIRED: "LANG_CART_ERROR_TICKETREQUIRED",
  FOLLOWED_MISSING: "LANG_CART_ERROR_FOLLOWS",
  PERSONALISATION_MISSING: "LANG_CART_ERROR_NOTEXT",
  PERSONALISATION_TOO_LONG: "LANG_ITEM_ERROR_PERSONALISATION",
  BUNDLE_NOT_AVAILABLE: "LANG_BUNDLE_ERROR_NOTAVAILABLE",
  BUNDLE_INCOMPLETE: "LANG_ITEM_ERROR_NOOPTION",
  SEATS_NOT_AVAILABLE: "LANG_SEATSNOTAVAILABLE",
  CATEGORY_IN_CART: "LANG_CART_ERROR_CATEGORY",
  COMPANION_ALONE: "LANG_CART_ERROR_COMPANION",
  AMOUNT_NOT_MULTIPLE: "LANG_CART_ERROR_MULTIPLE",
  PAYMENT_CODE_INVALID: "LANG_PAYMENTCODE_INVALID",
  PAYMENT_CODE_EXPIRED: "LANG_PAYMENTCODE_EXPIRED",
  PERSONALISATION_LINK: "LANG_ITEM_ERROR_LINK",
  RATE_LIMITED: "LANG_ERROR_RATELIMIT",
  WORK_NEEDED: "LANG_ERROR_RATELIMIT",
  BUSY: "LANG_ERROR_BUSY",
  ADDRESS_BUSY: "LANG_CART_ERROR_ADDRESSBUSY",
};

/** What a GraphQL error says besides its message. By its name: Apollo itself is not on every page. */
export function errorExtensions(error: unknown): Record<string, unknown> {
  const errors =
    error instanceof Error && error.name === "CombinedGraphQLErrors" && "errors" in error ? error.errors : [];
  return (errors as CombinedGraphQLErrors["errors"])[0]?.extensions ?? {};
}

/** The stable code of a GraphQL or REST error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof HttpError ? error.code : (errorExtensions(error)["code"] as string | undefined);
}

/** How many pieces there still are, where more were wanted; null where none are left, or that is not what is wrong. */
export const leftOf = (error: unknown): number | null =>
  (errorCode(error) === "SOLD_OUT" && Number(errorExtensions(error)["available"])) || null;

/** What to tell the visitor about any error; `more`: what only the page's own calls refuse. */
export function errorText(error: unknown, more: Readonly<Record<string, LangKey>> = {}): ErrorText {
  const values: ErrorText["values"] = {};
  for (const [name, value] of Object.entries(errorExtensions(error))) {
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  }
  const code = errorCode(error) ?? "";
  const known = CART_TEXTS[code] ?? more[code];
  if (known) return { key: known, values };
  if (error instanceof HttpError && error.status === 0) return { key: "LANG_ERROR_OFFLINE", values };
  return { key: "LANG_ERROR_GENERIC", values };
}
