import { charactersOf } from "@/lib/search-words";
import { MIN_CHARACTERS, TITLE_LENGTH, TITLE_LENGTH_BESIDE_PICTURE } from "./limits";

/** Enough characters besides dots to suggest anything (catalogue §5). */
export const isEnough = (text: string): boolean => Array.from(charactersOf(text)).length >= MIN_CHARACTERS;

/** Spelling apart: lower case, no accents, umlauts however they are written, ß as ss, hyphens and apostrophes dropped. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll(/[-'’.‐‑]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The folded words, and the parts of those with hyphens: “T-Shirt” is found by “tshirt” and “shirt”. */
export function splitFold(text: string): string {
  const parts = text.split(" ").filter((word) => /[-‐‑]/.test(word));
  return fold([text, ...parts.map((word) => word.replaceAll(/[-‐‑]/g, " "))].join(" "));
}

/** A title in what fits its line, 35 characters beside a picture, else 40 (catalogue §9), and what does not. */
export function cutTitle(title: string, withPicture: boolean): [shown: string, rest: string] {
  const most = withPicture ? TITLE_LENGTH_BESIDE_PICTURE : TITLE_LENGTH;
  const shown = Array.from(title).slice(0, most).join("").trimEnd();
  return [shown, title.slice(shown.length).trimEnd()];
}
