import { CONSENT_DAYS, consentState } from "@/lib/consent";
import { readCookie, writeCookie } from "@/lib/cookies";
import { createRest } from "@/lib/rest";

const COOKIE = "ConsentNumber";

/** The random number of this visitor's yes; nobody who never said yes has one. */
export const consentNumber = (): string | null => readCookie(COOKIE);

/** Keeps the proof of a yes on the server, or of its end. The decision itself counts without it, too. */
export async function recordConsent(restUrl: string): Promise<void> {
  const allowed = consentState() === "yes";
  const visitor = consentNumber();
  if (!allowed && !visitor) return;
  const answer = await createRest(restUrl)<{ visitor: string | null }>("POST", "consent", { allowed, visitor });
  if (answer.visitor) writeCookie(COOKIE, answer.visitor, CONSENT_DAYS.yes);
}
