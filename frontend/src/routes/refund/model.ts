// What the refund form checks before it is sent (purchase §5 "Refund"), and what it sends.
import type { LangKey } from "@/generated/lang-keys";
import { isIban } from "@/lib/iban";
import { isMailAddress } from "@/lib/mail-address";
import type { Answer as RestAnswer } from "@/lib/wire/rest-types";
import { isTicketNumber, sentNumber, withoutSpaces } from "@/lib/ticket-number";

/** Where the form of an order and an event is. */
export type RefundPath = `events/${string}/refund_requests/${string}`;

export type RefundData = RestAnswer<RefundPath, "GET">;
/** What has to happen first: the link in a mail is followed, or staff decide. */
export type WaitsFor = RefundData["waitsFor"];
export type Answer = RestAnswer<RefundPath, "PATCH">;

/** What is typed and ticked. `toAccount`: the money goes to a bank account. */
export interface Entered {
  codes: readonly string[];
  toAccount: boolean;
  accountName: string;
  iban: string;
  email: string;
  confirmed: boolean;
  legal: boolean;
}

export interface Problem {
  field: string;
  text: LangKey;
}

export const BANK_TRANSFER = "bank_transfer";
export const FIELDS = {
  accountName: "account-name",
  iban: "iban",
  email: "refund-email",
  confirmed: "way-back",
  legal: "legal",
} as const;
/** As many as a SEPA transfer has room for. */
export const LONGEST_NAME = 70;

export const ticketField = (place: number): string => `ticket-${place + 1}`;

function codeProblem(codes: readonly string[], place: number): LangKey | null {
  const code = withoutSpaces(codes[place] ?? "");
  if (!code) return place === 0 ? "FORM_REFUND_ERROR_FIRST" : null;
  if (codes.findIndex((other) => withoutSpaces(other) === code) < place) return "FORM_REFUND_ERROR_DUPLICATE";
  return isTicketNumber(code) ? null : "FORM_REFUND_ERROR_TICKETNUMBER";
}

/** In the order of the page. */
export function problemsOf(entered: Entered): Problem[] {
  const found: [string, LangKey | null | false][] = entered.codes.map((_code, place) => [
    ticketField(place),
    codeProblem(entered.codes, place),
  ]);
  if (entered.toAccount) {
    found.push([FIELDS.accountName, !entered.accountName.trim() && "FORM_REFUND_ERROR_NAME"]);
    found.push([FIELDS.iban, !isIban(entered.iban) && "FORM_REFUND_ERROR_IBAN"]);
  } else {
    found.push([FIELDS.confirmed, !entered.confirmed && "FORM_REFUND_ERROR_CONFIRM"]);
  }
  found.push([
    FIELDS.email,
    !!entered.email.trim() && !isMailAddress(entered.email.trim()) && "FORM_REFUND_ERROR_EMAIL",
  ]);
  found.push([FIELDS.legal, !entered.legal && "FORM_REFUND_ERROR_LEGAL"]);
  return found.flatMap(([field, text]) => (text ? [{ field, text }] : []));
}

export const bodyOf = ({ codes, toAccount, accountName, iban, email }: Entered) => ({
  item_details: codes.filter(withoutSpaces).map((code) => ({ validation_code: sentNumber(code) })),
  ...(toAccount && { bank_account: { name: accountName.trim(), iban: withoutSpaces(iban) } }),
  ...(email.trim() && { email: email.trim() }),
});
