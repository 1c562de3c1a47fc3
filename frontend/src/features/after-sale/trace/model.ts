// What the form of contact data checks before it is sent (purchase §5 "Ticket update"), and what it sends.
import { isTicketNumber, sentNumber, withoutSpaces } from "@/features/after-sale/tickets";
import type { LangKey } from "@/generated/lang-keys";
import { joined, MAX_PARTS, partProblems, type PartProblem } from "@/lib/holder-problems";
import { PARTS, type Holder, type Part } from "@/lib/ticket-holder";
import type { Problem } from "@/lib/sending/refusal";

export interface Ticket {
  code: string;
  holder: Holder;
}

/** What is typed and ticked. */
export interface Entered {
  tickets: readonly Ticket[];
  legal: boolean;
}

export const LABELS: Readonly<Record<Part, LangKey>> = {
  firstName: "FORM_UPDATETICKET_FIRSTNAME",
  lastName: "FORM_UPDATETICKET_LASTNAME",
  address: "FORM_UPDATETICKET_ADDRESS",
  phone: "FORM_UPDATETICKET_PHONE",
};
const TEXTS: Readonly<Record<PartProblem, LangKey>> = {
  required: "FORM_UPDATETICKET_ERROR_REQUIRED",
  too_long: "FORM_UPDATETICKET_ERROR_TOOLONG",
  plus: "FORM_UPDATETICKET_ERROR_PLUS",
  link: "FORM_UPDATETICKET_ERROR_LINK",
};

/** As the other forms for tickets (purchase §5 "Cancel and change"). */
export const MOST_TICKETS = 4;
const SHORTEST_CODE = 3;

/** `tickets.0.code` is the input `ticket-1`, `tickets.0.holder.phone` the input `ticket-1-phone`. */
export const idOf = (name: string): string =>
  name.replace(/^tickets\.(\d+)\.(?:code$|holder\.)(.*)/, (_name, place, part) =>
    [`ticket-${Number(place) + 1}`, part].filter(Boolean).join("-"),
  );

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
      ...(text ? [{ field: `tickets.${place}.code`, text }] : []),
      ...parts.map(([part, code]) => ({
        field: `tickets.${place}.holder.${part}`,
        text: TEXTS[code],
        values: { limit: MAX_PARTS[part] },
        label: LABELS[part],
      })),
    ];
  });
  return legal ? found : [...found, { field: "legal", text: "FORM_UPDATETICKET_ERROR_LEGAL" }];
}

export const inputOf = ({ code, holder }: Ticket) => ({ code: sentNumber(code), identifier: joined(holder, PARTS) });
