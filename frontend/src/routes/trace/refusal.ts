// What the server refuses about a ticket's contact data (purchase §8), as a mark at a field or one text.
import type { LangKey } from "@/generated/lang-keys";
import { errorCode, errorText } from "@/lib/texts/error-texts";
import { codeField, partField, type Problem } from "./model";

export interface Refusal {
  problems: Problem[];
  /** below the form, where it is no field's */
  text?: LangKey;
  /** nobody knows this one: it is reported */
  unknown?: boolean;
}

const AT_NUMBER: Readonly<Record<string, LangKey>> = {
  NOT_FOUND: "FORM_UPDATETICKET_ERROR_NOTFOUND",
  CONTACT_DATA_NOT_ASKED: "FORM_UPDATETICKET_ERROR_NOTASKED",
  CONTACT_DATA_CLOSED: "FORM_UPDATETICKET_ERROR_CLOSED",
};

/** `place`: of the ticket that was refused. */
export function refusalOf(error: unknown, place: number): Refusal {
  const code = errorCode(error) ?? "";
  const text = AT_NUMBER[code];
  if (text) return { problems: [{ field: codeField(place), text }] };
  if (code === "NAMES_CLOSED")
    return { problems: [{ field: partField(place, "firstName"), text: "FORM_UPDATETICKET_ERROR_NAMES" }] };
  const { key } = errorText(error);
  return key === "LANG_ERROR_GENERIC" || code.startsWith("PERSONALISATION_")
    ? { problems: [], text: "FORM_UPDATETICKET_ERROR_GENERIC", unknown: true }
    : { problems: [], text: key };
}
