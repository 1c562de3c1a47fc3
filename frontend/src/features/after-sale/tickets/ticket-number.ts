// A ticket's number as people type it; the server's aftersale/numbers/tickets.py.

export const withoutSpaces = (code: string): string => code.replace(/\s/g, "");

/** Thirteen digits, the last of which is EAN-13's. */
export function isTicketNumber(code: string): boolean {
  const digits = withoutSpaces(code);
  if (!/^\d{13}$/.test(digits)) return false;
  const sum = Array.from(digits).reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Without the check digit, which only keeps slips of the finger out (purchase §5). */
export const sentNumber = (code: string): string => withoutSpaces(code).slice(0, -1);
