// A request of the ticket service with its pictures, and what the server refuses about them (purchase §7, §8).
import { isNumber, listOf } from "@/lib/lists";
import { action } from "@/lib/sending/action";
import type { Problem, Refusal, Rule, ServerError, TextKey } from "@/lib/sending/refusal";
import { sendFile } from "@/lib/wire/fetch-layer";
import { createWireRest } from "@/lib/wire/rest";
import { bodyOf, type Entered, type Kind, type Ticket } from "./model";

interface Proof {
  /** a picture of this ticket */
  file: File;
  ticket: Ticket;
  order: string;
  place: number;
}

interface Request {
  kind: Kind;
  entered: Entered;
  /** what the server calls the pictures, by the tickets' places */
  files: Readonly<Record<number, string>>;
}

type TicketField = "type" | "number" | "name" | "nameNew" | "file";

const at = (place: number | string, field: TicketField, text: TextKey): Problem => ({
  field: `tickets.${place}.${field}`,
  text,
});

const AT_TICKETS: Readonly<Record<string, [TicketField, TextKey]>> = {
  TICKETS_UNKNOWN: ["number", "TICKETSERVICE_ERROR_UNKNOWN"],
  TICKET_SERVICE_CLOSED: ["number", "TICKETSERVICE_ERROR_CLOSED"],
  TICKET_NOT_FREE: ["number", "TICKETSERVICE_ERROR_NOTFREE"],
  PROOF_REFUSED: ["file", "ERROR_TICKETSERVICE"],
};

/** Rules for refusals of single tickets. */
function atTickets<In>(placesOf: (error: ServerError, input: In) => readonly number[]): Record<string, Rule<In>> {
  const rule =
    (field: TicketField, text: TextKey) =>
    (error: ServerError, input: In): Partial<Refusal> => ({
      problems: placesOf(error, input).map((place) => at(place, field, text)),
    });
  return Object.fromEntries(Object.entries(AT_TICKETS).map(([code, [field, text]]) => [code, rule(field, text)]));
}

/** Puts a picture straight into the store. The answer names it for the request. */
export const sendProof = action<Proof, { file: File; name: string }>({
  about: "ticketservice",
  send: async ({ restUrl }, { file, ticket, order }) => {
    const { number: id, name } = ticket;
    const body = { content_type: file.type, size: file.size, id, name, order_id: order };
    // The names of its fields are the store's.
    const permit = await createWireRest(restUrl)("POST", "forms/ticket-cancel/uploads", body);
    await sendFile(permit.url, permit.fields, file);
    return { file, name: permit.file };
  },
  refusals: {
    ...atTickets<Proof>((_error, { place }) => [place]),
    UPLOADS_FULL: "LANG_ERROR_RATELIMIT",
    // Not the picture's fault: nothing is marked at it.
    FORM_NOT_FOUND: { text: "TICKETSERVICE_ERROR_CLOSED", problems: [] },
    TOO_MANY_TICKET_REQUESTS: { text: "LANG_ERROR_RATELIMIT", problems: [] },
  },
  marks: ({ place }) => [at(place, "file", "ERROR_TICKETSERVICE")],
  otherwise: {},
});

export const requestService = action<Request, unknown>({
  about: "ticketservice",
  send: ({ rest }, { kind, entered, files }) =>
    rest("POST", `forms/ticket-${kind}/responses`, bodyOf(kind, entered, files)),
  refusals: {
    ...atTickets<Request>(({ details }) => listOf(details["tickets"], isNumber)),
    FORM_NOT_FOUND: "TICKETSERVICE_ERROR_CLOSED",
    TOO_MANY_TICKET_REQUESTS: "LANG_ERROR_RATELIMIT",
  },
  fields: {
    name: { field: "name", text: "TICKETSERVICE_ERROR_NAME" },
    email: { field: "email", text: "TICKETSERVICE_ERROR_EMAIL" },
    order_id: { field: "order", text: "TICKETSERVICE_ERROR_ORDER" },
    comment: { field: "comment", text: "TICKETSERVICE_ERROR_TOOLONG" },
    "tickets.*.type": (_error, place) => at(place, "type", "TICKETSERVICE_ERROR_TYPE"),
    "tickets.*.id": (_error, place) => at(place, "number", "TICKETSERVICE_ERROR_DIGITS"),
    "tickets.*.name": (_error, place) => at(place, "name", "TICKETSERVICE_ERROR_NAME"),
    "tickets.*.name_new": (_error, place) => at(place, "nameNew", "TICKETSERVICE_ERROR_NAMENEW"),
    "tickets.*.file": (_error, place) => at(place, "file", "TICKETSERVICE_ERROR_FILE"),
  },
  otherwise: "TICKETSERVICE_ERROR_GENERIC",
});
