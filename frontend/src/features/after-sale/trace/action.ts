// Storing a ticket's contact data, and what the server refuses about it (purchase §8).
import { UPDATEPERSONALIZATION } from "@/generated/features/after-sale/trace/trace";
import { action } from "@/lib/sending/action";
import type { Refusal, TextKey } from "@/lib/sending/refusal";
import { inputOf, type Ticket } from "./model";

interface Request {
  ticket: Ticket;
  /** among the tickets of the form */
  place: number;
}

const atNumber =
  (text: TextKey) =>
  (_error: unknown, { place }: Request): Partial<Refusal> => ({ problems: [{ field: `tickets.${place}.code`, text }] });

export const updateTicket = action<Request, unknown>({
  about: "trace",
  send: ({ mutate }, { ticket }) => mutate(UPDATEPERSONALIZATION, { input: inputOf(ticket) }),
  refusals: {
    NOT_FOUND: atNumber("FORM_UPDATETICKET_ERROR_NOTFOUND"),
    CONTACT_DATA_NOT_ASKED: atNumber("FORM_UPDATETICKET_ERROR_NOTASKED"),
    CONTACT_DATA_CLOSED: atNumber("FORM_UPDATETICKET_ERROR_CLOSED"),
    NAMES_CLOSED: (_error, { place }) => ({
      problems: [{ field: `tickets.${place}.holder.firstName`, text: "FORM_UPDATETICKET_ERROR_NAMES" }],
    }),
    TOO_MANY_NAMES: "LANG_ERROR_RATELIMIT",
  },
  otherwise: "FORM_UPDATETICKET_ERROR_GENERIC",
});
