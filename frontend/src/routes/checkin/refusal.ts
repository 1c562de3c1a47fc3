// What the server refuses about a check-in (purchase §8), as marks at fields or one text.
import type { LangKey } from "@/generated/lang-keys";
import { errorCode, errorText } from "@/lib/texts/error-texts";
import { HttpError } from "@/lib/wire/fetch-layer";
import { answerField, fieldsOf, LONGEST_ANSWER, type Item, type Problem } from "./model";

export interface Refusal {
  problems: Problem[];
  /** where it is no field's */
  text?: LangKey;
  /** the check-in itself fails: the ticket's number is cleared */
  ends?: boolean;
  /** nobody knows this one: it is reported */
  unknown?: boolean;
}

export const NONE: Refusal = { problems: [] };

const ENDS: Readonly<Record<string, LangKey>> = {
  NOT_FOUND: "CHECKIN_ERROR_NOTFOUND",
  CHECK_IN_NOT_FOUND: "CHECKIN_ERROR_NOTFOUND",
  CHECK_IN_NOT_OPEN: "CHECKIN_ERROR_NOTOPEN",
  CHECK_IN_CLOSED: "CHECKIN_ERROR_CLOSED",
  EVENT_OFF: "CHECKIN_ERROR_OFF",
  ALREADY_CHECKED_IN: "CHECKIN_ERROR_ALREADY",
};
const OF_FIELD: Readonly<Record<string, LangKey>> = {
  required: "CHECKIN_ERROR_REQUIRED",
  too_long: "CHECKIN_ERROR_TOOLONG",
};

/** `content`: the items that were shown. */
export function refusalOf(error: unknown, content: readonly Item[] = []): Refusal {
  const text = ENDS[errorCode(error) ?? ""];
  if (text) return { problems: [], text, ends: true };
  const problems = error instanceof HttpError ? fieldProblems(error, content) : [];
  if (problems.length > 0) return { problems };
  const { key } = errorText(error);
  return key === "LANG_ERROR_GENERIC"
    ? { problems: [], text: "CHECKIN_ERROR_GENERIC", ends: true, unknown: true }
    : { problems: [], text: key };
}

const fieldProblems = (error: HttpError, content: readonly Item[]): Problem[] =>
  fieldsOf(content).flatMap(({ name, label }): Problem[] => {
    const text = OF_FIELD[error.fields[`answers.${name}`]?.[0]?.code ?? ""];
    return text ? [{ field: answerField(name), text, about: label }] : [];
  });

/** For texts that name a question. */
export const valuesOf = ({ about = "" }: Problem) => ({ field: about, limit: LONGEST_ANSWER });
