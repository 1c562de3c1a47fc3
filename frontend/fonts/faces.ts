export interface Face {
  /** the choice's name in a theme; of a choice's faces only those are loaded whose weight or width is in use */
  choice: string;
  file: string;
  axes?: Record<string, { min: number; max: number } | number>;
  weight: string;
  stretch?: string;
  /** the instance after which the fallback is sized */
  measure?: Record<string, number>;
  generic: "sans-serif" | "serif" | "monospace";
  sample: string;
}

const LOWER = "ernstadihulcgmobwfkzpvüäößjyxq eeennniiissrrattddhhuull ";
const UPPER = "ERNSTADIHULCGMOBWFKZPVÜÄÖJYXQ EEENNNIIISSRRATTDDHHUULL ";

const ARCHIVO = "@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2";
const PLAYFAIR = "@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2";
const UNBOUNDED = "@fontsource-variable/unbounded/files/unbounded-latin-wght-normal.woff2";
const FRAUNCES = "@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2";
const SYNE = "@fontsource/syne-mono/files/syne-mono-latin-400-normal.woff2";
const COURIER = "@fontsource/courier-prime/files/courier-prime-latin";

const sans = { generic: "sans-serif", sample: UPPER } as const;
const serif = { generic: "serif", sample: LOWER } as const;
const mono = { generic: "monospace", sample: LOWER } as const;

export const FACES: Face[] = [
  {
    choice: "text",
    file: "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
    weight: "400 700",
    measure: { wght: 430 },
    generic: "sans-serif",
    sample: LOWER,
  },
  { choice: "archivo", file: ARCHIVO, axes: { wght: 850, wdth: 62 }, weight: "600 900", stretch: "50% 81%", ...sans },
  { choice: "archivo", file: ARCHIVO, axes: { wght: 800, wdth: 100 }, weight: "600 900", stretch: "82% 125%", ...sans },
  { choice: "playfair", file: PLAYFAIR, axes: { wght: 450 }, weight: "300 600", ...serif },
  { choice: "playfair", file: PLAYFAIR, axes: { wght: 800 }, weight: "601 900", ...serif },
  { choice: "unbounded", file: UNBOUNDED, axes: { wght: 400 }, weight: "300 600", ...sans },
  { choice: "unbounded", file: UNBOUNDED, axes: { wght: 800 }, weight: "601 900", ...sans },
  { choice: "fraunces", file: FRAUNCES, axes: { wght: 480, SOFT: 100 }, weight: "300 600", ...serif },
  { choice: "fraunces", file: FRAUNCES, axes: { wght: 750, SOFT: 100 }, weight: "601 900", ...serif },
  // The typewriter choice is Courier Prime: the Special Elite font alone fills the page's whole font budget.
  { choice: "special-elite", file: `${COURIER}-400-normal.woff2`, weight: "300 600", ...mono },
  { choice: "special-elite", file: `${COURIER}-700-normal.woff2`, weight: "601 900", ...mono },
  { choice: "syne-mono", file: SYNE, weight: "300 600", ...mono },
  { choice: "syne-mono", file: SYNE, weight: "601 900", ...mono },
];

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

const LATIN_1_LETTERS = range(0xc0, 0xd6) + range(0xd8, 0xf6) + range(0xf8, 0xff) + "Œœ";
const SIGNS = range(0x20, 0x7e) + range(0xa0, 0xac) + range(0xae, 0xbf) + "÷‹›™";
const LATIN_EXTENDED_A = range(0x100, 0x151) + range(0x154, 0x17f) + "ẞ";
const without = (all: string, some: string): string =>
  Array.from(all)
    .filter((one) => !some.includes(one))
    .join("");

/** Typography, and the accents of names that come with music. */
const ON_EVERY_PAGE =
  without(range(0x20, 0x7e), "\\^`{|}~<>[]") + "ÉÈÀÅØÆÇÑéèêëáàâåæçñíîïóôøœúû" + "·•×§°²′″€−–—…’‚‘“”„\u00a0\u202f";
const CENTRAL = "ĂăĄąĆćČčĎďĐđĘęĚěĞğİĹĺĽľŁłŃńŇňŐőŔŕŘřŚśŞşŠšŢţŤťŮůŰűŹźŻżŽž";

export interface Part {
  suffix: string;
  /** of the package's files, the one that has these characters */
  source: string;
  characters: string;
}

/**
 * A face's files: the first is with every page, the others are loaded by pages that need a character of theirs.
 * `letters`: what the shop's languages are written with.
 */
export function partsFor(letters: string): [Part, ...Part[]] {
  const strange = without(letters, LATIN_1_LETTERS + LATIN_EXTENDED_A);
  if (strange) throw new Error(`no face has the letters ${strange}`);
  const common = without(ON_EVERY_PAGE, letters) + without(letters, LATIN_EXTENDED_A);
  return [
    { suffix: "", source: "-latin-", characters: common },
    { suffix: "-west", source: "-latin-", characters: without(LATIN_1_LETTERS, common) + "ı¡¿«»‹›" },
    { suffix: "-signs", source: "-latin-", characters: without(SIGNS, common + "¡¿«»‹›") },
    { suffix: "-central", source: "-latin-ext-", characters: CENTRAL },
    { suffix: "-extended", source: "-latin-ext-", characters: without(LATIN_EXTENDED_A, CENTRAL + "ıĸŉſĿŀ") },
  ];
}

/** What a face lacks is taken from this one, of all of them the plainest. */
export const DONOR = { choice: "lent", file: ARCHIVO, axes: { wght: 500, wdth: 100 } };
