const formatter = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** From this value on prices are not shown (catalogue §9). */
const UNSHOWN_FROM = 100_000;

/** Money travels as a decimal string; it is only ever counted in whole cents. */
export function toCents(amount: string): number {
  const [, sign = "", euros = "0", decimals = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount.trim()) ?? [];
  const cents = Number(euros) * 100 + Number(decimals.padEnd(2, "0").slice(0, 2));
  return sign ? -cents : cents;
}

export function fromCents(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** "29,90 €" in every language; "" for no price and from 100000 on. */
export function formatMoney(amount: string | null | undefined, trimZeroDecimals = false): string {
  if (amount === null || amount === undefined || amount === "") return "";
  const cents = toCents(amount);
  if (cents >= UNSHOWN_FROM * 100) return "";
  const text = formatter.format(cents / 100);
  return `${trimZeroDecimals && cents % 100 === 0 ? text.slice(0, -3) : text}\u00a0€`;
}

export const multiply = (amount: string, count: number): string => fromCents(toCents(amount) * count);

/** A count's share of it, to the cent. */
export const divide = (amount: string, count: number): string => fromCents(Math.round(toCents(amount) / count));

export const sum = (amounts: readonly string[]): string =>
  fromCents(amounts.reduce((total, a) => total + toCents(a), 0));
