// Whether a text holds an IBAN, as the server's shop/core/values/bank_accounts.py says; its library knows the same countries.
/** By the length of their IBANs, country after country. */
const COUNTRIES: Readonly<Record<number, string>> = {
  15: "NO",
  16: "BE",
  18: "AXDKFIFKFOGLNLSD",
  19: "MKSI",
  20: "ATBAEEKZLTLUMNXK",
  21: "CHHRLILV",
  22: "BGBHCRDEGBGEGGIEIMJEMERSVA",
  23: "AEGIILIQOMSOTL",
  24: "ADCZESMDPKROSASESKTNVG",
  25: "AOCVGWLYMZPTST",
  26: "DZIRISTR",
  27: "BIBLCFCGCMDJFRGAGFGPGQGRITKMMCMFMGMQMRNCPFPMRESMTDTFWFYT",
  28: "ALAZBFBJBYCICYDOGTHNHULBMAMLNENIPLSNSVTG",
  29: "BREGPSQAUA",
  30: "JOKWMUYE",
  31: "MTSC",
  32: "LC",
  33: "RU",
};
const LENGTHS = new Map(
  Object.entries(COUNTRIES).flatMap(
    ([length, countries]) => countries.match(/../g)?.map((one) => [one, Number(length)] as const) ?? [],
  ),
);

/** However it is written: blanks and signs make no difference. */
export function holdsIban(text: string): boolean {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return Array.from(signs.matchAll(/(?=([A-Z]{2})\d{2})/g)).some(({ index, 1: country = "" }) => {
    const length = LENGTHS.get(country) ?? 0;
    const iban = signs.slice(index, index + length);
    return (
      length > 0 && iban.length === length && 2 * iban.replace(/\D/g, "").length > length && remainder(iban) === 1n
    );
  });
}

/** Whether the whole text is one, with or without blanks. */
export function isIban(text: string): boolean {
  const signs = text.toUpperCase().replace(/\s/g, "");
  return (
    /^[A-Z]{2}\d{2}[A-Z\d]+$/.test(signs) && signs.length === LENGTHS.get(signs.slice(0, 2)) && remainder(signs) === 1n
  );
}

/** Whether more signs may still make one of it. */
export function isShortOfIban(text: string): boolean {
  const signs = text.toUpperCase().replace(/\s/g, "");
  const longest = signs.length < 2 ? 2 : (LENGTHS.get(signs.slice(0, 2)) ?? 0);
  return /^[A-Z]{0,2}$|^[A-Z]{2}\d{1,2}[A-Z\d]*$/.test(signs) && signs.length < longest;
}

/** ISO 7064, mod 97-10: letters are two digits, the first four signs come last. */
const remainder = (iban: string): bigint =>
  BigInt((iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (sign) => String(parseInt(sign, 36)))) % 97n;
