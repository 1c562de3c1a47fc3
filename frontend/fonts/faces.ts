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

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");

/** Running text: German, English and the names that come with music. A sign that is rare there has the fallback's face. */
export const TEXT_CHARACTERS =
  ASCII.replace(/[\\^`{|}~<>[\]]/g, "") + "ÄÖÜäöüßÉÈÀÅØÆÇÑéèêëáàâãåæçñíîïóôõøœúûý·×–—’“”„…«»€−\u00a0\u202f";
/** Headings, prices, dates. */
export const DISPLAY_CHARACTERS = ASCII.replace(/[\\^`{|}~<>[\]]/g, "") + "ÄÖÜäöüßẞÉÈÅØéèáàåøæçñ·×–—’‚‘“„…€−\u00a0\u202f";
