// What the server refuses about a refund (purchase §8), as marks at fields and one text.
import type { LangKey } from "@/generated/lang-keys";
import { HttpError } from "@/lib/wire/fetch-layer";
import { withoutSpaces } from "@/lib/ticket-number";
import { FIELDS, ticketField, type Problem } from "./model";

export interface Refusal {
  problems: Problem[];
  /** below the form, where no field says it all */
  text?: LangKey;
  /** the shop's own words in its place */
  told?: string;
  /** nobody knows this one: it is reported */
  unknown?: boolean;
}

const OF_FIELD: Readonly<Record<string, string>> = {
  "bank_account.name": FIELDS.accountName,
  "bank_account.iban": FIELDS.iban,
  email: FIELDS.email,
};
const FIELD_TEXT: Readonly<Record<string, LangKey>> = {
  "bank_account.name": "FORM_REFUND_ERROR_NAME",
  "bank_account.iban": "FORM_REFUND_ERROR_IBAN",
  email: "FORM_REFUND_ERROR_EMAIL",
};
const KNOWN: Readonly<Record<string, LangKey>> = {
  NOT_REFUNDABLE: "REFUND_ERROR",
  REFUND_NOT_FOUND: "FORM_REFUND_NOTFOUNDERROR",
  TOO_MANY_REFUND_REQUESTS: "LANG_ERROR_RATELIMIT",
  RATE_LIMITED: "LANG_ERROR_RATELIMIT",
  WORK_NEEDED: "LANG_ERROR_RATELIMIT",
  BUSY: "LANG_ERROR_BUSY",
};

/** `codes`: as they were typed, by field. */
export function refusalOf(error: unknown, codes: readonly string[]): Refusal {
  if (!(error instanceof HttpError)) return { problems: [], text: "REFUND_ERROR_GENERIC", unknown: true };
  if (error.status === 0) return { problems: [], text: "LANG_ERROR_OFFLINE" };
  switch (error.code) {
    case "NO_VALID_TICKET":
      return { problems: marked(error, codes, "FORM_REFUND_ERROR_TICKETNUMBER") };
    case "TICKET_USED":
      return { problems: marked(error, codes, "FORM_REFUND_ERROR_USED"), text: "REFUND_ERROR_TICKET_USED_TEXT" };
    case "INVALID_INPUT":
      return fieldRefusal(error, codes);
  }
  const told = error.problem["refund_error_message"];
  const text = KNOWN[error.code ?? ""];
  if (typeof told === "string" && told) return { problems: [], text: "REFUND_ERROR", told };
  return text ? { problems: [], text } : { problems: [], text: "REFUND_ERROR_GENERIC", unknown: true };
}

/** The fields whose codes the server names, which it knows without their check digits. */
function marked(error: HttpError, codes: readonly string[], text: LangKey): Problem[] {
  const named = new Set((error.problem["validation_codes"] as string[] | undefined)?.map(withoutSpaces));
  return codes.flatMap((code, place) => {
    const digits = withoutSpaces(code);
    return named.has(digits) || named.has(digits.slice(0, -1)) ? [{ field: ticketField(place), text }] : [];
  });
}

/** Its items are those that are not empty. */
function fieldRefusal(error: HttpError, codes: readonly string[]): Refusal {
  const sent = codes.flatMap((code, place) => (withoutSpaces(code) ? [place] : []));
  const problems = Object.entries(error.fields).flatMap(([path, [first]]): Problem[] => {
    const place = sent[Number(/^item_details\.(\d+)\./.exec(path)?.[1] ?? NaN)];
    if (place !== undefined) {
      const twice = first?.code === "duplicate";
      return [
        { field: ticketField(place), text: twice ? "FORM_REFUND_ERROR_DUPLICATE" : "FORM_REFUND_ERROR_TICKETNUMBER" },
      ];
    }
    const field = OF_FIELD[path];
    const text = FIELD_TEXT[path];
    return field && text ? [{ field, text }] : [];
  });
  return problems.length > 0 ? { problems } : { problems, text: "REFUND_ERROR_GENERIC", unknown: true };
}
