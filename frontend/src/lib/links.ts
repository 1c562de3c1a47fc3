// What a stranger writes and somebody else may get by mail, as the server's shop/mails/links.py reads it;
// tests/written_texts.json holds both to it.
import { holdsIban } from "@/lib/iban";

const MAX_ENTERED = 500;
const LINK =
  /:\/\/|(?<![\p{L}\p{N}_])www\.|[\p{L}\p{N}_-]\.[a-z]{2,}[/?#]|[\p{L}\p{N}_-]@[\p{L}\p{N}_-]+\.[\p{L}\p{N}_-]/iu;
const SIGNS_OF_LINKS = /[@<>]/u;
const BLANK = /[\p{Z}\t-\r\u001c-\u001f\u0085]+/gu;
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** It makes one picture of several. */
const JOINER = "\u200d";
const JOINERS_OUTSIDE = /^\u200d+|\u200d+$/gu;

/** The text without stray blanks, breaks and what nobody sees. */
export const oneLine = (text: string): string =>
  text
    .replace(BLANK, " ")
    .replace(UNSEEN, "")
    .split(" ")
    .map((word) => word.replace(JOINERS_OUTSIDE, ""))
    .filter(Boolean)
    .join(" ");

/** What the server takes for the address of a page or a mailbox, or for an account. */
export function hasLink(text: string): boolean {
  if (Array.from(text).length > MAX_ENTERED) return true;
  const read = text.normalize("NFKC").replaceAll(JOINER, "");
  return LINK.test(read) || holdsIban(read);
}

/** Names and addresses need none of the signs of links, either. */
export const hasLinkOrSign = (text: string): boolean => SIGNS_OF_LINKS.test(text) || hasLink(text);
