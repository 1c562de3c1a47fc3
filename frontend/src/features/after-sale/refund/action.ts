// Asking for a refund, and what the server refuses about it (purchase §8).
import { isText, listOf } from "@/lib/lists";
import { action } from "@/lib/sending/action";
import type { Problem, Refusal, Refusals, ServerError, TextKey } from "@/lib/sending/refusal";
import { withoutSpaces } from "@/features/after-sale/tickets";
import { bodyOf, type Answer, type Entered, type RefundPath } from "./model";

interface Request {
  path: RefundPath;
  entered: Entered;
}

/** The shop's own words, if it has any for this event. */
function notRefundable({ details }: ServerError): Partial<Refusal> {
  const words = details["refund_error_message"];
  return { text: "REFUND_ERROR", ...(typeof words === "string" && words && { words }) };
}

/** The numbers that the server names, which it knows without their check digits. */
function marked({ details }: ServerError, { codes }: Entered, text: TextKey): Problem[] {
  const named = new Set(listOf(details["validation_codes"], isText).map(withoutSpaces));
  return codes.flatMap((code, place) => {
    const digits = withoutSpaces(code);
    return named.has(digits) || named.has(digits.slice(0, -1)) ? [{ field: `codes.${place}`, text }] : [];
  });
}

/** Reading the form is refused for the same reasons. */
export const CLOSED: Refusals<unknown> = {
  refusals: {
    NOT_REFUNDABLE: notRefundable,
    REFUND_NOT_FOUND: "FORM_REFUND_NOTFOUNDERROR",
  },
  otherwise: "REFUND_ERROR_GENERIC",
};

export const requestRefund = action<Request, Answer>({
  about: "refund",
  send: ({ rest }, { path, entered }) => rest("PATCH", path, bodyOf(entered)),
  refusals: {
    ...CLOSED.refusals,
    NO_VALID_TICKET: (error, { entered }) => ({ problems: marked(error, entered, "FORM_REFUND_ERROR_TICKETNUMBER") }),
    TICKET_USED: (error, { entered }) => ({
      problems: marked(error, entered, "FORM_REFUND_ERROR_USED"),
      text: "REFUND_ERROR_TICKET_USED_TEXT",
    }),
    TOO_MANY_REFUND_REQUESTS: "LANG_ERROR_RATELIMIT",
  },
  fields: {
    "bank_account.name": { field: "accountName", text: "FORM_REFUND_ERROR_NAME" },
    "bank_account.iban": { field: "iban", text: "FORM_REFUND_ERROR_IBAN" },
    email: { field: "email", text: "FORM_REFUND_ERROR_EMAIL" },
    // Its items are the numbers that are not empty.
    "item_details.*.validation_code": ({ code }, item, { entered }) => {
      const place = entered.codes.flatMap((typed, at) => (withoutSpaces(typed) ? [at] : []))[Number(item)];
      const text = code === "duplicate" ? "FORM_REFUND_ERROR_DUPLICATE" : "FORM_REFUND_ERROR_TICKETNUMBER";
      return place === undefined ? null : { field: `codes.${place}`, text };
    },
  },
  otherwise: CLOSED.otherwise,
});
