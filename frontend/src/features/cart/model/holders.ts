// A ticket holder while it is entered (purchase §5 "Personalisation").
import { SIGN, type Holder, type Part } from "@/features/cart/model/asked-holder";
import type { Cart } from "@/features/cart/model/cart";
import { hasLinkOrSign, oneLine } from "@/lib/links";

export type PartProblem = "required" | "too_long" | "plus" | "link";

/** As the server's TicketHolder. */
export const MAX_PARTS: Readonly<Record<Part, number>> = { firstName: 40, lastName: 40, address: 200, phone: 40 };

/** As the wire wants it, with nothing that nobody asks for. */
export const joined = (holder: Holder, asked: readonly Part[]): string => asked.map((part) => oneLine(holder[part])).join(SIGN);

/** What is wrong with each part that is asked for. */
export function partProblems(holder: Holder, asked: readonly Part[]): Partial<Record<Part, PartProblem>> {
  const problems: Partial<Record<Part, PartProblem>> = {};
  for (const part of asked) {
    const problem = partProblem(part, oneLine(holder[part]));
    if (problem) problems[part] = problem;
  }
  return problems;
}

function partProblem(part: Part, value: string): PartProblem | null {
  if (!value) return "required";
  if (Array.from(value).length > MAX_PARTS[part]) return "too_long";
  if (part !== "phone" && value.includes(SIGN)) return "plus";
  return hasLinkOrSign(value) ? "link" : null;
}

type Named = Pick<NonNullable<Cart["billingAddress"]>, "firstName" | "lastName" | "address" | "postCode" | "city">;

/** Who buys, as a ticket's holder; null while nobody is known. */
export function buyerOf(billing: Named | null): Partial<Holder> | null {
  if (!billing?.firstName.trim() || !billing.lastName.trim()) return null;
  const { firstName, lastName, address, postCode, city } = billing;
  return { firstName, lastName, address: [address, `${postCode} ${city}`.trim()].filter((part) => part.trim()).join(", ") };
}
