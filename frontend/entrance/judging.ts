/** What a ticket is good for as far as this phone knows, without a network. */
import { enteredNumber, signedIn, type Signed } from "./codes.ts";
import type { Scan, Trouble } from "./store.ts";

export type Verdict = Trouble["verdict"];

/** How something was read: a number counts for little, and from a camera for nothing. */
export type ReadBy = Scan["read_by"];

/** A ticket as the phone keeps it. */
export interface Ticket {
  number: string;
  version: number;
  valid: boolean;
  kind: string;
  seat: string;
  initials: string;
  reference: string;
  insideSince: string;
  insideBy: string;
  reissuedAt: string;
  /** A number that the ticket had before it was issued anew: dead, as its code is. */
  former: boolean;
}

export interface Judgement {
  verdict: Verdict;
  number: string;
  ticket: Ticket | null;
  /** Genuine, and issued after the list was loaded. */
  notListed?: boolean;
  /** Nothing but a number spoke for it. */
  byNumber?: boolean;
}

export interface Event {
  id: number;
  publicKey: Uint8Array<ArrayBuffer>;
  mayAdmitByNumber: boolean;
}

type Find = (number: string) => Promise<Ticket | undefined>;

export async function judge(said: string, readBy: ReadBy, event: Event, find: Find): Promise<Judgement> {
  const signed = await signedIn(said, event.publicKey);
  if (signed) return judgeSigned(signed, event, await find(signed.number));
  const number = enteredNumber(said);
  const ticket = number ? await find(number) : undefined;
  if (!ticket) return { verdict: "unknown", number: number ?? "", ticket: null };
  const found = ofListed(ticket);
  const lacksCode = found.verdict === "admitted" && !(readBy === "typed" && event.mayAdmitByNumber);
  return { ...found, verdict: lacksCode ? "number_only" : found.verdict, byNumber: true };
}

function judgeSigned(signed: Signed, event: Event, ticket: Ticket | undefined): Judgement {
  const { number } = signed;
  if (signed.event !== event.id) return { verdict: "other_event", number, ticket: null };
  if (ticket?.former) return { verdict: "old_code", number, ticket };
  // The signature proves that it is ours.
  if (!ticket) return { verdict: "admitted", number, ticket: null, notListed: true };
  if (signed.version < ticket.version) return { verdict: "old_code", number, ticket };
  // A newer version than the list knows: issued anew since then, whatever it was before.
  if (signed.version > ticket.version && !ticket.insideSince)
    return { verdict: "admitted", number, ticket, notListed: true };
  return ofListed(ticket);
}

function ofListed(ticket: Ticket): Judgement {
  const { number } = ticket;
  if (ticket.former) return { verdict: "old_code", number, ticket };
  if (!ticket.valid) return { verdict: "ended", number, ticket };
  return { verdict: ticket.insideSince ? "already" : "admitted", number, ticket };
}

/** The key of the text below a search's answer, which says without a network what can be searched for. */
export function searchNote(
  found: number,
  isOnline: boolean,
): "" | "none_found" | "only_offline" | "none_found_offline" {
  if (isOnline) return found ? "" : "none_found";
  return found ? "only_offline" : "none_found_offline";
}

/** Tickets that words are of, without anybody's name: by number, order and first letters; by a former number, too. */
export function matching(tickets: Ticket[], text: string): Ticket[] {
  const digits = text.replace(/\s/g, "");
  const word = text.trim().toUpperCase();
  const letters = word.replace(/[^\p{L}]/gu, "");
  const fits = (one: Ticket) =>
    (/^\d{4,}$/.test(digits) && one.number.includes(digits)) ||
    (!one.former &&
      (one.reference.toUpperCase() === word ||
        one.reference.toUpperCase().endsWith(`-${word}`) ||
        (letters.length > 1 && one.initials.replace(/[^\p{L}]/gu, "") === letters)));
  return tickets.filter(fits).slice(0, 20);
}
