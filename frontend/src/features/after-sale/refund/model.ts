// What the refund form checks before it is sent (purchase §5 "Refund"), and what it sends.
import { isTicketNumber, sentNumber, withoutSpaces } from "@/features/after-sale/tickets";
import type { LangKey } from "@/generated/lang-keys";
import { isIban } from "@/lib/iban";
import { isMailAddress } from "@/lib/mail-address";
import type { Problem } from "@/lib/sending/refusal";
import type { Answer as RestAnswer } from "@/lib/wire/rest-types";

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

export const BANK_TRANSFER = "bank_transfer";
/** As many as a SEPA transfer has room for. */
export const LONGEST_NAME = 70;

const IDS: Readonly<Record<string, string>> = {
  accountName: "account-name",
  email: "refund-email",
  confirmed: "way-back",
};

export function idOf(name: string): string {
  const [, place] = /^codes\.(\d+)$/.exec(name) ?? [];
  return place === undefined ? (IDS[name] ?? name) : `ticket-${Number(place) + 1}`;
}

function codeProblem(codes: readonly string[], place: number): LangKey | null {
  const code = withoutSpaces(codes[place] ?? "");
  if (!code) return place === 0 ? "FORM_REFUND_ERROR_FIRST" : null;
  if (codes.findIndex((other) => withoutSpaces(other) === code) < place) return "FORM_REFUND_ERROR_DUPLICATE";
  return isTicketNumber(code) ? null : "FORM_REFUND_ERROR_TICKETNUMBER";
}

/** In the order of the page. */
export function problemsOf(entered: Entered): Problem[] {
  const found: [string, LangKey | null | false][] = entered.codes.map((_code, place) => [
    `codes.${place}`,
    codeProblem(entered.codes, place),
  ]);
  if (entered.toAccount) {
    found.push(["accountName", !entered.accountName.trim() && "FORM_REFUND_ERROR_NAME"]);
    found.push(["iban", !isIban(entered.iban) && "FORM_REFUND_ERROR_IBAN"]);
  } else {
    found.push(["confirmed", !entered.confirmed && "FORM_REFUND_ERROR_CONFIRM"]);
  }
  found.push(["email", !!entered.email.trim() && !isMailAddress(entered.email.trim()) && "FORM_REFUND_ERROR_EMAIL"]);
  found.push(["legal", !entered.legal && "FORM_REFUND_ERROR_LEGAL"]);
  return found.flatMap(([field, text]) => (text ? [{ field, text }] : []));
}

export const bodyOf = ({ codes, toAccount, accountName, iban, email }: Entered) => ({
  item_details: codes.filter(withoutSpaces).map((code) => ({ validation_code: sentNumber(code) })),
  ...(toAccount && { bank_account: { name: accountName.trim(), iban: withoutSpaces(iban) } }),
  ...(email.trim() && { email: email.trim() }),
});
