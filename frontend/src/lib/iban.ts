// Whether a text holds an IBAN, as the server's shop/bank_accounts.py says; its library knows the same countries.
const COUNTRIES: Readonly<Record<number, string>> = {
  15: "NO",
  16: "BE",
  18: "AX DK FI FK FO GL NL SD",
  19: "MK SI",
  20: "AT BA EE KZ LT LU MN XK",
  21: "CH HR LI LV",
  22: "BG BH CR DE GB GE GG IE IM JE ME RS VA",
  23: "AE GI IL IQ OM SO TL",
  24: "AD CZ ES MD PK RO SA SE SK TN VG",
  25: "AO CV GW LY MZ PT ST",
  26: "DZ IR IS TR",
  27: "BI BL CF CG CM DJ FR GA GF GP GQ GR IT KM MC MF MG MQ MR NC PF PM RE SM TD TF WF YT",
  28: "AL AZ BF BJ BY CI CY DO GT HN HU LB MA ML NE NI PL SN SV TG",
  29: "BR EG PS QA UA",
  30: "JO KW MU YE",
  31: "MT SC",
  32: "LC",
  33: "RU",
};
const LENGTHS = new Map(Object.entries(COUNTRIES).flatMap(([length, countries]) => countries.split(" ").map((one) => [one, Number(length)] as const)));

/** However it is written: blanks and signs make no difference. */
export function holdsIban(text: string): boolean {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return Array.from(signs.matchAll(/(?=([A-Z]{2})\d{2})/g)).some(({ index, 1: country = "" }) => {
    const length = LENGTHS.get(country) ?? 0;
    const iban = signs.slice(index, index + length);
    return length > 0 && iban.length === length && 2 * iban.replace(/\D/g, "").length > length && remainder(iban) === 1;
  });
}

/** ISO 7064, mod 97-10: letters are two digits, the first four signs come last. */
function remainder(iban: string): number {
  let left = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(sign, 36);
    left = (left * (value > 9 ? 100 : 10) + value) % 97;
  }
  return left;
}
