// What the check-in asks, checks before it is sent, and sends (purchase §3 to §5 "Check-in").
import type { CheckinQuery } from "@/generated/features/after-sale/check-in/checkin";
import { isTicketNumber, sentNumber, withoutSpaces } from "@/features/after-sale/tickets";
import type { Problem } from "@/lib/sending/refusal";

export type CheckIn = CheckinQuery["checkIn"];
export type Item = CheckIn["content"][number];
/** What is typed and ticked, by the names of the fields. */
export type Answers = Readonly<Record<string, string | boolean>>;

/** As the server takes of a line of text (aftersale/check_in/rules.py). */
export const LONGEST_ANSWER = 300;
const WHOLE_NUMBER = 13;
const SENT_NUMBER = /^\d{12}$/;

/** `answers.rules` is the input `answer-rules`. */
export const idOf = (name: string): string => name.replace(/^answers\./, "answer-");

/** What is shown of a check-in: what it asks, or why it asks for nothing. */
export type Stage = "number" | "soon" | "over" | "already" | "form";

export function stageOf({ checkinActive, checkinOver, ticketKnown, checkedIn, allowRetake }: CheckIn): Stage {
  if (checkinOver) return "over";
  if (!checkinActive) return "soon";
  if (!ticketKnown) return "number";
  return checkedIn && !allowRetake ? "already" : "form";
}

/** Whether an address names a ticket, and no event. */
export const isNumber = (id: string): boolean => /^\d{12,}$/.test(withoutSpaces(id));

/** Of thirteen characters the last one is dropped. */
export const codeOf = (typed: string): string => {
  const code = withoutSpaces(typed);
  return code.length === WHOLE_NUMBER ? sentNumber(code) : code;
};

export function numberProblem(typed: string): Problem["text"] | null {
  const code = withoutSpaces(typed);
  if (!code) return "CHECKIN_ERROR_NONUMBER";
  if (isTicketNumber(code) || SENT_NUMBER.test(code)) return null;
  return /^\d{13}$/.test(code) ? "FORM_REFUND_ERROR_TICKETNUMBER" : "CHECKIN_ERROR_NUMBER";
}

export const isRequired = ({ tags }: Item): boolean => tags.includes("required");
export const fieldsOf = (content: readonly Item[]): Item[] => content.filter(({ type }) => type === "form");

const isEmpty = (answer: string | boolean | undefined): boolean =>
  typeof answer === "string" ? !answer.trim() : !answer;

/** In the order of the page. */
export function problemsOf(content: readonly Item[], answers: Answers): Problem[] {
  return fieldsOf(content).flatMap((item): Problem[] => {
    const isTick = item.formType === "checkbox";
    if (!isRequired(item) || !isEmpty(answers[item.name])) return [];
    return [
      {
        field: `answers.${item.name}`,
        text: isTick ? "CHECKIN_ERROR_TICK" : "CHECKIN_ERROR_REQUIRED",
        values: { field: item.label },
      },
    ];
  });
}

/** Nothing that was left empty. */
export const bodyOf = (code: string, content: readonly Item[], answers: Answers) => ({
  validation_code: codeOf(code),
  answers: Object.fromEntries(
    fieldsOf(content)
      .filter(({ name }) => !isEmpty(answers[name]))
      .map(({ name }) => [name, answers[name] ?? null]),
  ),
});
