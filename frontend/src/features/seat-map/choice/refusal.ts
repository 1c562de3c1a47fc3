import { errorCode, errorExtensions, errorText, type ErrorText } from "@/lib/texts/error-texts";

/** Why ADDTOCART took nothing, where there is more to do about it than to read it (purchase §8). */
export type Refusal =
  | { kind: "taken"; seatIds: string[]; alternatives: string[] }
  | { kind: "category"; itemIds: string[] }
  | { kind: "companion" }
  | { kind: "multiple"; multiple: number }
  | { kind: "other"; text: ErrorText };

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function refusalOf(error: unknown): Refusal {
  const said = errorExtensions(error);
  switch (errorCode(error)) {
    case "SEATS_NOT_AVAILABLE":
      return { kind: "taken", seatIds: texts(said["seatIds"]), alternatives: texts(said["alternatives"]) };
    case "CATEGORY_IN_CART":
      return { kind: "category", itemIds: texts(said["itemIds"]) };
    case "COMPANION_ALONE":
      return { kind: "companion" };
    case "AMOUNT_NOT_MULTIPLE":
      return { kind: "multiple", multiple: Number(said["multiple"]) || 1 };
    default:
      return { kind: "other", text: errorText(error) };
  }
}
