/** What a ticket's QR code says, and whether the shop signed it (`aftersale/tickets/codes.py`). */

export interface Signed {
  number: string;
  event: number;
  version: number;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const FORMAT = 1;
const BODY = 19;
const SIGNATURE = 64;
const SIGNS = Math.ceil(((BODY + SIGNATURE) * 8) / 5);
const DIGITS = 13;

/** Bytes of base 32 without its filling; null for what is none. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let kept = 0;
  let bits = 0;
  let at = 0;
  for (const sign of text) {
    const value = ALPHABET.indexOf(sign);
    if (value < 0) return null;
    kept = ((kept << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (kept >> bits) & 0xff;
    }
  }
  return bytes;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** What a code says if it was signed with the key; null for any other. */
export async function signedIn(text: string, key: Uint8Array<ArrayBuffer>): Promise<Signed | null> {
  const code = text.length === SIGNS ? bytesOf(text) : null;
  if (!code) return null;
  const body = code.slice(0, BODY);
  if (!(await isSigned(code.slice(BODY), body, key))) return null;
  const view = new DataView(body.buffer);
  if (view.getUint8(0) !== FORMAT) return null;
  return { number: String(view.getBigUint64(1)), event: Number(view.getBigUint64(9)), version: view.getUint16(17) };
}

type Bytes = Uint8Array<ArrayBuffer>;

async function isSigned(signature: Bytes, body: Bytes, key: Bytes): Promise<boolean> {
  try {
    const known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, known, signature, body);
  } catch {
    // Browsers before 2025 have no Ed25519.
    const { verifyAsync } = await import("@noble/ed25519");
    return await verifyAsync(signature, body, key).catch(() => false);
  }
}

/** The number as it was typed, with or without blanks; null for what cannot be one. */
export function enteredNumber(text: string): string | null {
  const digits = text.replace(/\s/g, "");
  if (digits.length !== DIGITS || !/^\d+$/.test(digits)) return null;
  const sum = Array.from(digits.slice(0, -1)).reduce(
    (before, digit, at) => before + Number(digit) * (at % 2 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1)) ? digits : null;
}
