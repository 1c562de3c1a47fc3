import type { OverlayKey } from "@/generated/lang-keys";
import { HttpError } from "@/lib/wire/fetch-layer";
import { isMailAddress } from "@/lib/mail-address";
import { createRest } from "@/lib/wire/rest";

/** What went wrong, beside its field or for the whole form (purchase §8 "Newsletter messages"). */
export interface Problem {
  email?: OverlayKey;
  terms?: OverlayKey;
  other?: OverlayKey;
  values?: Record<string, string>;
}

const besideFields = (email: boolean, terms: boolean): Problem => ({
  ...(email && { email: "LANG_NEWSLETTER_EMAIL_INVALID" }),
  ...(terms && { terms: "LANG_NEWSLETTER_TERMS_MISSING" }),
});

/** Asks the server to write to the address; what stood in the way, null when nothing did. */
export async function signUp(restUrl: string, email: string, acceptsTerms: boolean): Promise<Problem | null> {
  const address = email.trim();
  const implausible = !isMailAddress(address);
  if (implausible || !acceptsTerms) return besideFields(implausible, !acceptsTerms);
  try {
    await createRest(restUrl)("POST", "newsletter", { email: address, accepts_terms: true });
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof HttpError)) return { other: "LANG_NEWSLETTER_ERROR" };
  const { code, fields, problem } = error;
  const contact = problem["contact"];
  if ("email" in fields || "accepts_terms" in fields) return besideFields("email" in fields, "accepts_terms" in fields);
  if (code === "RATE_LIMITED" && typeof contact === "string")
    return { other: "LANG_NEWSLETTER_TOOMANY", values: { email: contact } };
  if (code === "WORK_NEEDED") return { other: "LANG_WORK_LATER" };
  return { other: "LANG_NEWSLETTER_ERROR" };
}
