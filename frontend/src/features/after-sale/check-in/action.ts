// A check-in: finding it by a ticket's number, answering it, and what the server refuses about both (purchase §8).
import { action } from "@/lib/sending/action";
import type { FieldRule, Refusal, Refusals } from "@/lib/sending/refusal";
import { bodyOf, LONGEST_ANSWER, type Answers, type Item } from "./model";

interface Response {
  code: string;
  /** the items that were shown */
  content: readonly Item[];
  answers: Answers;
}

/** The check-in itself fails: the ticket's number is cleared. */
const ends = (text: Refusal["text"] & string): Partial<Refusal> => ({ text, step: "number" });

export const FIND: Refusals<unknown> = {
  refusals: {
    NOT_FOUND: ends("CHECKIN_ERROR_NOTFOUND"),
    CHECK_IN_NOT_FOUND: ends("CHECKIN_ERROR_NOTFOUND"),
    CHECK_IN_NOT_OPEN: ends("CHECKIN_ERROR_NOTOPEN"),
    CHECK_IN_CLOSED: ends("CHECKIN_ERROR_CLOSED"),
    EVENT_OFF: ends("CHECKIN_ERROR_OFF"),
    ALREADY_CHECKED_IN: ends("CHECKIN_ERROR_ALREADY"),
  },
  otherwise: ends("CHECKIN_ERROR_GENERIC"),
};

const OF_ANSWER = { required: "CHECKIN_ERROR_REQUIRED", too_long: "CHECKIN_ERROR_TOOLONG" } as const;

const answer: FieldRule<Response> = ({ code }, name, { content }) => {
  const item = content.find((one) => one.type === "form" && one.name === name);
  if (!item || !(code === "required" || code === "too_long")) return null;
  return { field: `answers.${name}`, text: OF_ANSWER[code], values: { field: item.label, limit: LONGEST_ANSWER } };
};

export const sendCheckIn = action<Response, unknown>({
  about: "checkin",
  send: ({ rest }, { code, content, answers }) =>
    rest("POST", "forms/check-in/responses", bodyOf(code, content, answers)),
  refusals: FIND.refusals,
  fields: { "answers.*": answer },
  otherwise: FIND.otherwise,
});
