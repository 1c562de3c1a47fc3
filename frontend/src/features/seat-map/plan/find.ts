import type { Label, PlanRow, PlanSection, SeatPlan } from "./plan";

/** What somebody typed leads to: a section, one of its rows, or a seat. Places and rows as in the plan. */
export type Found =
  | { readonly kind: "section"; readonly section: number }
  | { readonly kind: "row"; readonly section: number; readonly row: number }
  | { readonly kind: "seat"; readonly section: number; readonly row: number; readonly place: number };

/** Words that only say what follows, in German and English. */
const FILLERS = new Set(["reihe", "row", "platz", "sitz", "sitzplatz", "seat", "nr", "no", "nummer", "number"]);

/** "Parkett C, Reihe 6" → parkett, c, 6: without case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FILLERS.has(word));
}

const equal = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((word, at) => word === others[at]);

const inAnyLanguage = (label: Label): readonly string[] => (typeof label === "string" ? [label] : Object.values(label));

/** How well words name a section: wholly, by its end ("204" for "Block 204"), by its beginning; 0 for not. */
function likeness(name: readonly string[], said: readonly string[]): number {
  if (said.length === 0 || said.length > name.length) return 0;
  if (equal(name, said)) return 3;
  if (equal(name.slice(-said.length), said)) return 2;
  const begun = said.every((word, at) => (at === said.length - 1 ? name[at]?.startsWith(word) : name[at] === word));
  return begun ? 1 : 0;
}

/**
 * The section, row or seat that is typed as "Parkett C 6 16", "parkett c" or "Reihe 6, Platz 16": without a section, in
 * the one at `here`. Undefined when the plan has none such.
 */
export function findOnPlan(plan: SeatPlan, text: string, here: number): Found | undefined {
  const apart = wordsOf(text);
  // Who leaves no space means the same: C6.
  const split = wordsOf(text.replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, "$& "));
  return find(plan, apart, here) ?? (split.length > apart.length ? find(plan, split, here) : undefined);
}

function find(plan: SeatPlan, said: readonly string[], here: number): Found | undefined {
  if (said.length === 0) return undefined;
  let best: { found: Found; score: number } | undefined;
  for (const [at, section] of plan.sections.entries()) {
    const names = inAnyLanguage(section.name).map(wordsOf);
    for (let length = 1; length <= said.length; length++) {
      const alike = Math.max(...names.map((name) => likeness(name, said.slice(0, length))));
      // The beginning of a name is enough only where nothing else is said.
      if (alike === 0 || (alike === 1 && length < said.length)) continue;
      const found = within(plan, section, at, said.slice(length));
      const score = alike * 100 + length;
      if (found && score > (best?.score ?? 0)) best = { found, score };
    }
  }
  const current = plan.sections[here];
  return best?.found ?? (current && within(plan, current, here, said));
}

function within(plan: SeatPlan, section: PlanSection, at: number, said: readonly string[]): Found | undefined {
  if (said.length === 0) return { kind: "section", section: at };
  for (let row = section.firstRow; row < section.lastRow; row++) {
    const line = plan.rows[row];
    if (!line) continue;
    const name = wordsOf(line.name);
    if (name.length === 0 || !equal(name, said.slice(0, name.length))) continue;
    const rest = said.slice(name.length);
    if (rest.length === 0) return { kind: "row", section: at, row };
    const place = seatOf(plan, line, rest);
    if (place !== -1) return { kind: "seat", section: at, row, place };
  }
  return undefined;
}

function seatOf(plan: SeatPlan, row: PlanRow, said: readonly string[]): number {
  for (let place = row.first; place < row.last; place++) if (equal(wordsOf(plan.numberOf(place)), said)) return place;
  return -1;
}

/** Where that is: the seat, else the first one there that `isFree`, else the first. -1 for a section without seats. */
export function placeOfFound(plan: SeatPlan, found: Found, isFree: (place: number) => boolean): number {
  if (found.kind === "seat") return found.place;
  const part = found.kind === "row" ? plan.rows[found.row] : plan.sections[found.section];
  if (!part || part.last <= part.first) return -1;
  for (let place = part.first; place < part.last; place++) if (isFree(place)) return place;
  return part.first;
}
