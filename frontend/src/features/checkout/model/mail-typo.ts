import { isMailAddress } from "@/lib/mail-address";

// Suggests the domain that was probably meant. Own list: providers of German-speaking countries and the large ones.
const PROVIDERS = [
  "gmail.com",
  "googlemail.com",
  "web.de",
  "gmx.de",
  "gmx.net",
  "gmx.at",
  "gmx.ch",
  "gmx.com",
  "gmx.org",
  "gmx.eu",
  "t-online.de",
  "freenet.de",
  "outlook.de",
  "outlook.com",
  "outlook.at",
  "hotmail.de",
  "hotmail.com",
  "hotmail.ch",
  "live.de",
  "live.com",
  "live.at",
  "msn.com",
  "yahoo.de",
  "yahoo.com",
  "ymail.com",
  "rocketmail.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "aol.com",
  "aol.de",
  "posteo.de",
  "posteo.net",
  "posteo.at",
  "posteo.ch",
  "mailbox.org",
  "mail.de",
  "mail.com",
  "email.de",
  "arcor.de",
  "vodafone.de",
  "vodafonemail.de",
  "online.de",
  "1und1.de",
  "kabelmail.de",
  "unitybox.de",
  "alice.de",
  "alice-dsl.de",
  "versanet.de",
  "ewetel.net",
  "netcologne.de",
  "osnanet.de",
  "magenta.de",
  "protonmail.com",
  "proton.me",
  "pm.me",
  "tutanota.com",
  "tutanota.de",
  "tuta.io",
  "tuta.com",
  "zoho.com",
  "fastmail.com",
  "hey.com",
  "a1.net",
  "aon.at",
  "chello.at",
  "drei.at",
  "inode.at",
  "bluewin.ch",
  "hispeed.ch",
  "sunrise.ch",
  "swissonline.ch",
  "bluemail.ch",
  "riseup.net",
  "systemli.org",
] as const;
const KNOWN = new Set<string>(PROVIDERS);

const ENDINGS = ["de", "com", "net", "org", "info", "eu"] as const;
/** Real endings that look like a typo of one of the above. */
const REAL_ENDINGS = new Set<string>([
  ...ENDINGS,
  "cam",
  "bet",
  "pet",
  "vet",
  "new",
  "ong",
  "dev",
  "biz",
  "inc",
  "ngo",
]);

const MAX_DISTANCE = 2;
/** Below this length two changes make any domain out of another. */
const SHORT = 8;

/** Damerau-Levenshtein with adjacent swaps (optimal string alignment). */
export function distance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 0; i <= a.length; i++) {
    for (let j = i === 0 ? 0 : 1; j <= b.length; j++) {
      if (i === 0) {
        (rows[0] as number[])[j] = j;
        continue;
      }
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = best;
    }
  }
  return at(a.length, b.length);
}

function nearest(text: string, candidates: readonly string[], limit: (candidate: string) => number): string | null {
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const d = distance(text, candidate);
    if (d > 0 && d <= limit(candidate) && d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}

function meantDomain(domain: string): string | null {
  if (KNOWN.has(domain)) return null;
  const provider = nearest(domain, PROVIDERS, (p) => (Math.min(p.length, domain.length) < SHORT ? 1 : MAX_DISTANCE));
  if (provider) return provider;
  const dot = domain.lastIndexOf(".");
  const ending = domain.slice(dot + 1);
  // Almost every ending of two letters is some country's.
  if (dot < 1 || ending.length === 2 || REAL_ENDINGS.has(ending)) return null;
  const meant = nearest(ending, ENDINGS, () => 1);
  return meant && domain.slice(0, dot + 1) + meant;
}

/** The whole corrected address, or null when there is none that a mail could go to. */
export function mailSuggestion(mail: string): string | null {
  const at = mail.trim().lastIndexOf("@");
  if (at < 1) return null;
  const meant = meantDomain(
    mail
      .trim()
      .slice(at + 1)
      .toLowerCase(),
  );
  const corrected = meant && mail.trim().slice(0, at + 1) + meant;
  return corrected && isMailAddress(corrected) ? corrected : null;
}
