// The same rules as the server's shop/core/values/mail_addresses.py; tests/mail_addresses.json holds both to them.
export const LONGEST_ADDRESS = 254;
const MAX_LOCAL_PART = 64;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;
const LETTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** As mail servers write it (bücher.de: xn--bcher-kva.de); browsers know how, empty if they cannot. */
function inAscii(domain: string): string {
  if (ASCII.test(domain)) return domain;
  if (!LETTERS.test(domain)) return "";
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return "";
  }
}

/** Whether a mail can go to this address. */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  if (at < 1 || at > MAX_LOCAL_PART || address.length > LONGEST_ADDRESS) return false;
  const domain = inAscii(address.slice(at + 1));
  return at + 1 + domain.length <= LONGEST_ADDRESS && LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(domain);
}
