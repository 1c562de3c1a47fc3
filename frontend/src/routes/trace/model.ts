// What the form of contact data checks before it is sent (purchase §5 "Ticket update"), and what it sends.
import type { LangKey } from "@/generated/lang-keys";
import type { Translate } from "@/lib/texts/i18n";
import { joined, MAX_PARTS, partProblems, type PartProblem } from "@/lib/holder-problems";
import { PARTS, type Holder, type Part } from "@/lib/ticket-holder";
import { isTicketNumber, sentNumber, withoutSpaces } from "@/features/after-sale/tickets";

export interface Ticket {
  code: string;
  holder: Holder;
}

/** What is typed and ticked. */
export interface Entered {
  tickets: readonly Ticket[];
  legal: boolean;
}

/** `about`: the part of a holder that the text names. */
export interface Problem {
  field: string;
  text: LangKey;
  about?: Part;
}

export const LABELS: Readonly<Record<Part, LangKey>> = {
  firstName: "FORM_UPDATETICKET_FIRSTNAME",
  lastName: "FORM_UPDATETICKET_LASTNAME",
  address: "FORM_UPDATETICKET_ADDRESS",
  phone: "FORM_UPDATETICKET_PHONE",
};
const TROUBLES: Readonly<Record<PartProblem, LangKey>> = {
  required: "FORM_UPDATETICKET_ERROR_REQUIRED",
  too_long: "FORM_UPDATETICKET_ERROR_TOOLONG",
  plus: "FORM_UPDATETICKET_ERROR_PLUS",
  link: "FORM_UPDATETICKET_ERROR_LINK",
};

export const problemText = ({ text, about }: Problem, t: Translate): string =>
  about ? t(text, { field: t(LABELS[about]), limit: MAX_PARTS[about] }) : t(text);

/** As the other forms for tickets (purchase §5 "Cancel and change"). */
export const MOST_TICKETS = 4;
const SHORTEST_CODE = 3;
export const LEGAL = "legal";

export const codeField = (place: number): string => `ticket-${place + 1}`;
export const partField = (place: number, part: Part): string => `${codeField(place)}-${part}`;

export const emptyTicket = (): Ticket => ({
  code: "",
  holder: { firstName: "", lastName: "", address: "", phone: "" },
});
export const startOf = (): Entered => ({ tickets: [emptyTicket()], legal: false });

function codeProblem(tickets: readonly Ticket[], place: number): LangKey | null {
  const code = withoutSpaces(tickets[place]?.code ?? "");
  if (code.length < SHORTEST_CODE) return "FORM_UPDATETICKET_ERROR_CODE";
  if (tickets.findIndex((other) => withoutSpaces(other.code) === code) < place) return "FORM_REFUND_ERROR_DUPLICATE";
  return isTicketNumber(code) ? null : "FORM_REFUND_ERROR_TICKETNUMBER";
}

/** In the order of the page. */
export function problemsOf({ tickets, legal }: Entered): Problem[] {
  const found = tickets.flatMap(({ holder }, place): Problem[] => {
    const text = codeProblem(tickets, place);
    const parts = Object.entries(partProblems(holder, PARTS)) as [Part, PartProblem][];
    return [
      ...(text ? [{ field: codeField(place), text }] : []),
      ...parts.map(([part, code]) => ({ field: partField(place, part), text: TROUBLES[code], about: part })),
    ];
  });
  return legal ? found : [...found, { field: LEGAL, text: "FORM_UPDATETICKET_ERROR_LEGAL" }];
}

export const inputOf = ({ code, holder }: Ticket) => ({ code: sentNumber(code), identifier: joined(holder, PARTS) });
