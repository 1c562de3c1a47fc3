// A ticket holder while it is entered (purchase §5 "Personalisation"). Not on every page, as `ticket-holder` is.
import { hasLinkOrSign, oneLine } from "@/lib/links";
import { SIGN, type Holder, type Part } from "@/lib/ticket-holder";

export type PartProblem = "required" | "too_long" | "plus" | "link";

/** As the server's TicketHolder. */
export const MAX_PARTS: Readonly<Record<Part, number>> = { firstName: 40, lastName: 40, address: 200, phone: 40 };

/** As the wire wants it, with nothing that nobody asks for. */
export const joined = (holder: Holder, asked: readonly Part[]): string =>
  asked.map((part) => oneLine(holder[part])).join(SIGN);

/** Whether a part must be there: of the two names either is enough. */
export function isNeeded(holder: Holder, part: Part): boolean {
  if (part === "firstName") return !holder.lastName.trim();
  return part !== "lastName" || !holder.firstName.trim();
}

/** What is wrong with each part that is asked for. */
export function partProblems(holder: Holder, asked: readonly Part[]): Partial<Record<Part, PartProblem>> {
  const problems: Partial<Record<Part, PartProblem>> = {};
  for (const part of asked) {
    const value = oneLine(holder[part]);
    const problem = value ? partProblem(part, value) : isNeeded(holder, part) ? "required" : null;
    if (problem) problems[part] = problem;
  }
  return problems;
}

function partProblem(part: Part, value: string): PartProblem | null {
  if (Array.from(value).length > MAX_PARTS[part]) return "too_long";
  if (part !== "phone" && value.includes(SIGN)) return "plus";
  return hasLinkOrSign(value) ? "link" : null;
}
