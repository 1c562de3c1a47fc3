import { CONSENT_DAYS, consentCookie, consentState } from "@/lib/consent";
import { readCookie, writeCookie } from "@/lib/cookies";
import { createRest } from "@/lib/wire/rest";

const cookie = () => consentCookie("ConsentNumber");

/** The random number of this visitor's yes to this shop; nobody who never said yes has one. */
export const consentNumber = (): string | null => readCookie(cookie());

/** Keeps the proof of a yes on the server, or of its end. The decision itself counts without it, too. */
export async function recordConsent(restUrl: string): Promise<void> {
  const allowed = consentState() === "yes";
  const visitor = consentNumber();
  if (!allowed && !visitor) return;
  const answer = await createRest(restUrl)("POST", "consent", { allowed, visitor });
  if (answer.visitor) writeCookie(cookie(), answer.visitor, CONSENT_DAYS.yes);
}
