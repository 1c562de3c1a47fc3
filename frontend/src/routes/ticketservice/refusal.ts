// What the server refuses about a request of the ticket service (purchase §8), as marks at fields and one text.
import type { LangKey } from "@/generated/lang-keys";
import { errorText } from "@/lib/texts/error-texts";
import { HttpError } from "@/lib/wire/fetch-layer";
import { FIELDS, ticketField, type Problem, type TicketField } from "./model";
import { UploadFailed } from "./proofs";

export interface Refusal {
  problems: Problem[];
  /** below the form, where no field says it all */
  text?: LangKey;
  /** nobody knows this one: it is reported */
  unknown?: boolean;
}

const AT_TICKETS: Readonly<Record<string, [TicketField, LangKey]>> = {
  TICKETS_UNKNOWN: ["number", "TICKETSERVICE_ERROR_UNKNOWN"],
  TICKET_SERVICE_CLOSED: ["number", "TICKETSERVICE_ERROR_CLOSED"],
  TICKET_NOT_FREE: ["number", "TICKETSERVICE_ERROR_NOTFREE"],
  PROOF_REFUSED: ["file", "ERROR_TICKETSERVICE"],
};
const OF_FIELD: Readonly<Record<string, [string, LangKey]>> = {
  name: [FIELDS.name, "TICKETSERVICE_ERROR_NAME"],
  email: [FIELDS.email, "TICKETSERVICE_ERROR_EMAIL"],
  order_id: [FIELDS.order, "TICKETSERVICE_ERROR_ORDER"],
  comment: [FIELDS.comment, "TICKETSERVICE_ERROR_TOOLONG"],
};
const OF_TICKET: Readonly<Record<string, [TicketField, LangKey]>> = {
  type: ["type", "TICKETSERVICE_ERROR_TYPE"],
  id: ["number", "TICKETSERVICE_ERROR_DIGITS"],
  name: ["name", "TICKETSERVICE_ERROR_NAME"],
  name_new: ["name-new", "TICKETSERVICE_ERROR_NAMENEW"],
  file: ["file", "TICKETSERVICE_ERROR_FILE"],
};
const KNOWN: Readonly<Record<string, LangKey>> = {
  FORM_NOT_FOUND: "TICKETSERVICE_ERROR_CLOSED",
  TOO_MANY_TICKET_REQUESTS: "LANG_ERROR_RATELIMIT",
  UPLOADS_FULL: "LANG_ERROR_RATELIMIT",
};

export function refusalOf(error: unknown): Refusal {
  if (error instanceof UploadFailed) return ofUpload(error);
  if (!(error instanceof HttpError)) return { problems: [], text: "TICKETSERVICE_ERROR_GENERIC", unknown: true };
  const known = AT_TICKETS[error.code ?? ""];
  if (known) {
    const places = (error.problem["tickets"] as number[] | undefined) ?? [];
    return { problems: places.map((place) => ({ field: ticketField(place, known[0]), text: known[1] })) };
  }
  if (error.code === "INVALID_INPUT") return ofFields(error);
  const { key } = errorText(error, KNOWN);
  return key === "LANG_ERROR_GENERIC"
    ? { problems: [], text: "TICKETSERVICE_ERROR_GENERIC", unknown: true }
    : { problems: [], text: key };
}

/** Whatever kept the picture from its place; where it was something that can be waited for, that is said below. */
function ofUpload({ place, cause }: UploadFailed): Refusal {
  const ofTicket = cause instanceof HttpError && AT_TICKETS[cause.code ?? ""];
  if (ofTicket) return { problems: [{ field: ticketField(place, ofTicket[0]), text: ofTicket[1] }] };
  const problems: Problem[] = [{ field: ticketField(place, "file"), text: "ERROR_TICKETSERVICE" }];
  const { key } = errorText(cause, KNOWN);
  return key === "LANG_ERROR_GENERIC" ? { problems, unknown: true } : { problems, text: key };
}

function ofFields(error: HttpError): Refusal {
  const problems = Object.keys(error.fields).flatMap((path): Problem[] => {
    const [, place, name] = /^tickets\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const ofTicket = OF_TICKET[name ?? ""];
    if (place !== undefined && ofTicket) return [{ field: ticketField(Number(place), ofTicket[0]), text: ofTicket[1] }];
    const found = OF_FIELD[path];
    return found ? [{ field: found[0], text: found[1] }] : [];
  });
  return problems.length > 0 ? { problems } : { problems, text: "TICKETSERVICE_ERROR_GENERIC", unknown: true };
}
