// What a stranger writes and somebody else may get by mail, as the server's shop/mails/links.py reads it;
// tests/links.json holds both to it.
const MAX_ENTERED = 500;
const LINK = /:\/\/|(?<![\p{L}\p{N}_])www\.|[\p{L}\p{N}_-]\.[a-z]{2,}[/?#]/iu;

/** What the server takes for an address of a page. */
export const hasLink = (text: string): boolean => Array.from(text).length > MAX_ENTERED || LINK.test(text.normalize("NFKC"));
