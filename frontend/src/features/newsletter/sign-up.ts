import { isMailAddress } from "@/lib/mail-address";
import { action } from "@/lib/sending/action";
import type { Problem } from "@/lib/sending/refusal";

export interface Entered {
  email: string;
  terms: boolean;
}

const EMAIL: Problem = { field: "email", text: "LANG_NEWSLETTER_EMAIL_INVALID" };
const TERMS: Problem = { field: "terms", text: "LANG_NEWSLETTER_TERMS_MISSING" };

export const problemsOf = ({ email, terms }: Entered): Problem[] => [
  ...(isMailAddress(email.trim()) ? [] : [EMAIL]),
  ...(terms ? [] : [TERMS]),
];

/** Asks the server to write to the address (purchase §8 "Newsletter messages"). */
export const signUp = action<Entered, unknown>({
  about: "newsletter",
  send: ({ rest }, { email }) => rest("POST", "newsletter", { email: email.trim(), accepts_terms: true }),
  refusals: {
    RATE_LIMITED: ({ details: { contact } }) =>
      typeof contact === "string"
        ? { text: "LANG_NEWSLETTER_TOOMANY", values: { email: contact } }
        : { text: "LANG_NEWSLETTER_ERROR" },
    WORK_NEEDED: "LANG_WORK_LATER",
  },
  fields: { email: EMAIL, accepts_terms: TERMS },
  otherwise: "LANG_NEWSLETTER_ERROR",
});
