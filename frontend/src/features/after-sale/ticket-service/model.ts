// What the forms of the ticket service check before they are sent (purchase §5 "Cancel and change"), and what they send.
import { withoutSpaces } from "@/features/after-sale/tickets";
import type { LangKey } from "@/generated/lang-keys";
import { hasLinkOrSign, oneLine } from "@/lib/links";
import { isMailAddress } from "@/lib/mail-address";
import type { Problem } from "@/lib/sending/refusal";

export type Kind = "change" | "cancel";
export type TicketType = "online" | "hard";

export interface Ticket {
  type: TicketType | null;
  number: string;
  name: string;
  nameNew: string;
  /** a picture of a destroyed printed ticket */
  file: File | null;
}

/** What is typed and chosen. */
export interface Entered {
  name: string;
  email: string;
  order: string;
  comment: string;
  tickets: readonly Ticket[];
}

/** The differences between both forms. */
export interface FormKind {
  title: LangKey;
  lead: LangKey;
  /** how long it takes until something comes of it */
  after: LangKey;
  submit: LangKey;
  closed: LangKey;
  orderRequired: boolean;
  renames: boolean;
  /** printed tickets need a proof */
  proves: boolean;
}

export const FORMS: Readonly<Record<Kind, FormKind>> = {
  change: {
    title: "TICKETSERVICE_CHANGE_TITLE",
    lead: "TICKETSERVICE_CHANGE_TEXT",
    after: "TICKETSERVICE_CHANGE_AFTER",
    submit: "TICKETSERVICE_CHANGE_SUBMIT",
    closed: "TICKETSERVICE_CHANGE_CLOSED",
    orderRequired: true,
    renames: true,
    proves: false,
  },
  cancel: {
    title: "TICKETSERVICE_CANCEL_TITLE",
    lead: "TICKETSERVICE_CANCEL_TEXT",
    after: "TICKETSERVICE_CANCEL_AFTER",
    submit: "TICKETSERVICE_CANCEL_SUBMIT",
    closed: "TICKETSERVICE_CANCEL_CLOSED",
    orderRequired: false,
    renames: false,
    proves: true,
  },
};

export const isKind = (text: string | undefined): text is Kind => text === "change" || text === "cancel";

/** As the server's aftersale/ticket_service/drawing.py and models/ticket_service.py. */
export const LARGEST_PROOF = 4 * 1024 * 1024;
export const PROOF_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp"];
export const MAX_NAME = 80;
export const MAX_COMMENT = 1000;
export const MAX_ORDER = 40;
/** Of a ticket's holder: the server's cart/models. */
const MAX_PART = 40;

/** `tickets.0.nameNew` is the input `ticket-1-name-new`, `email` the input `service-email`. */
export function idOf(name: string): string {
  const [, place, field = ""] = /^tickets\.(\d+)\.(\w+)$/.exec(name) ?? [];
  if (place === undefined) return `service-${name}`;
  return `ticket-${Number(place) + 1}-${field === "nameNew" ? "name-new" : field}`;
}

export const emptyTicket = (): Ticket => ({ type: null, number: "", name: "", nameNew: "", file: null });
export const startOf = (): Entered => ({ name: "", email: "", order: "", comment: "", tickets: [emptyTicket()] });

export const needsProof = (kind: Kind, { type }: Ticket): boolean => FORMS[kind].proves && type === "hard";

function nameProblem(name: string): LangKey | null {
  const text = oneLine(name);
  if (!text) return "TICKETSERVICE_ERROR_NAME";
  if (text.length > MAX_NAME) return "TICKETSERVICE_ERROR_TOOLONG";
  return hasLinkOrSign(text) ? "TICKETSERVICE_ERROR_LINK" : null;
}

/** It becomes a holder's: the last word is the last name, or the only one. */
function newNameProblem(name: string): LangKey | null {
  const text = oneLine(name);
  const wrong = nameProblem(text);
  if (wrong) return text ? wrong : "TICKETSERVICE_ERROR_NAMENEW";
  const at = text.lastIndexOf(" ");
  if (text.includes("+")) return "TICKETSERVICE_ERROR_LINK";
  return at > MAX_PART || text.length - at - 1 > MAX_PART ? "TICKETSERVICE_ERROR_TOOLONG" : null;
}

function numberProblem(tickets: readonly Ticket[], place: number): LangKey | null {
  const ticket = tickets[place];
  const number = withoutSpaces(ticket?.number ?? "");
  if (!number) return "TICKETSERVICE_ERROR_NUMBER";
  if (!/^\d+$/.test(number)) return "TICKETSERVICE_ERROR_DIGITS";
  const first = tickets.findIndex((other) => other.type === ticket?.type && withoutSpaces(other.number) === number);
  return first < place ? "FORM_REFUND_ERROR_DUPLICATE" : null;
}

function fileProblem(file: File | null): LangKey | null {
  if (!file) return "TICKETSERVICE_ERROR_FILE";
  if (!PROOF_TYPES.includes(file.type)) return "TICKETSERVICE_ERROR_FILETYPE";
  return file.size > LARGEST_PROOF || file.size === 0 ? "TICKETSERVICE_ERROR_FILESIZE" : null;
}

/** In the order of the page. */
export function problemsOf(kind: Kind, { name, email, order, comment, tickets }: Entered): Problem[] {
  const found = tickets.flatMap((ticket, place): [string, LangKey | null | false][] => [
    [`tickets.${place}.type`, !ticket.type && "TICKETSERVICE_ERROR_TYPE"],
    [`tickets.${place}.number`, numberProblem(tickets, place)],
    [`tickets.${place}.name`, nameProblem(ticket.name)],
    [`tickets.${place}.nameNew`, FORMS[kind].renames && newNameProblem(ticket.nameNew)],
    [`tickets.${place}.file`, needsProof(kind, ticket) && fileProblem(ticket.file)],
  ]);
  found.push(["order", FORMS[kind].orderRequired && !order.trim() && "TICKETSERVICE_ERROR_ORDER"]);
  found.push(["name", nameProblem(name)]);
  found.push(["email", !isMailAddress(email.trim()) && "TICKETSERVICE_ERROR_EMAIL"]);
  found.push(["comment", comment.trim().length > MAX_COMMENT && "TICKETSERVICE_ERROR_TOOLONG"]);
  return found.flatMap(([field, text]) => (text ? [{ field, text }] : []));
}

/** `files`: what the server calls the pictures, by the tickets' places. */
export const bodyOf = (
  kind: Kind,
  { name, email, order, comment, tickets }: Entered,
  files: Readonly<Record<number, string>>,
) => ({
  name: name.trim(),
  email: email.trim(),
  order_id: order.trim(),
  comment: comment.trim(),
  tickets: tickets.map((ticket, place) => ({
    type: ticket.type ?? "",
    id: withoutSpaces(ticket.number),
    name: ticket.name.trim(),
    ...(FORMS[kind].renames && { name_new: ticket.nameNew.trim() }),
    ...(files[place] && { file: files[place] }),
  })),
});
