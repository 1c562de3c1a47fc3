/** What the server takes for an address of a page; no text that a stranger may get by mail has one (shop/mails/links.py). */
const LINK = /:\/\/|(?<![\p{L}\p{N}_])www\.|(?<![\p{L}\p{N}_])[\p{L}\p{N}][\p{L}\p{N}_-]*\.[a-z]{2,}[/?#]/iu;

export const hasLink = (text: string): boolean => LINK.test(text.normalize("NFKC"));
