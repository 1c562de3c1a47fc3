import type { components } from "@/generated/rest";
import {
  COMPANION,
  NOT_SOLD,
  OWN,
  WHEELCHAIR,
  type Box,
  type Label,
  type PlanRow,
  type PlanSection,
  type SeatPlan,
} from "./plan";

type Schemas = components["schemas"];
type CompactRow = Schemas["CompactRow"];
type CompactSection = Schemas["CompactSection"];
type Numbers = CompactRow["no"];

/** The compact twin of an event's seat map, as it comes over the wire. */
export type CompactPlan = Schemas["CompactPlan"];

const KINDS = { w: WHEELCHAIR, c: COMPANION, x: NOT_SOLD } as const;

const NAME = "name_";

const toBox = ([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box => ({ x, y, width, height });

const isStepped = (numbers: Numbers): numbers is [number, number] => typeof numbers[0] === "number";

function seatsOf({ ids }: CompactRow): number {
  let seats = 0;
  for (let at = 1; at < ids.length; at += 2) seats += ids[at] ?? 0;
  return seats;
}

/** Values that are written as value, count, value, count, … */
function spread(
  pairs: readonly number[],
  first: number,
  write: (at: number, value: number, offset: number) => void,
): void {
  let at = first;
  for (let pair = 0; pair < pairs.length; pair += 2) {
    const value = pairs[pair] ?? 0;
    for (let offset = 0; offset < (pairs[pair + 1] ?? 0); offset++) write(at++, value, offset);
  }
}

/** The plan's own name of a section, and those in other languages. */
function labelOf(section: CompactSection): Label {
  const translated = Object.entries(section).flatMap(([key, value]) =>
    key.startsWith(NAME) && typeof value === "string" && value ? [[key.slice(NAME.length), value] as const] : [],
  );
  return translated.length > 0 ? { [OWN]: section.name, ...Object.fromEntries(translated) } : section.name;
}

/** Throws for a file of a kind that this page does not know. */
export function decodePlan(file: CompactPlan): SeatPlan {
  if (file.v !== 1) throw new Error(`seat map of kind ${file.v}`);
  const count = file.sections.reduce((all, section) => section.rows.reduce((sum, row) => sum + seatsOf(row), all), 0);
  const ids = new Float64Array(count);
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const category = new Uint8Array(count);
  const kind = new Uint8Array(count);
  const rowOf = new Uint32Array(count);
  const sectionOf = new Uint16Array(count);
  const run = new Uint16Array(count);
  const sections: PlanSection[] = [];
  const rows: PlanRow[] = [];
  const numbers: Numbers[] = [];
  let find: ((id: string) => number) | undefined;
  let place = 0;

  for (const [sectionAt, section] of file.sections.entries()) {
    const firstRow = rows.length;
    const firstPlace = place;
    for (const row of section.rows) {
      const first = place;
      const last = first + seatsOf(row);
      spread(row.ids, first, (at, id, offset) => (ids[at] = id + offset));
      setPositions(row, first, last, x, y);
      rowOf.fill(rows.length, first, last);
      sectionOf.fill(sectionAt, first, last);
      if (typeof row.c === "object") spread(row.c, first, (at, value) => (category[at] = value));
      else category.fill(row.c ?? section.category ?? 0, first, last);
      for (const [letter, value] of Object.entries(KINDS))
        for (const index of row.kinds?.[letter as keyof typeof KINDS] ?? []) kind[first + index] = value;
      for (const [before, start] of (row.runs ?? []).entries()) run.fill(before + 1, first + start, last);
      rows.push({ name: row.n, section: sectionAt, first, last });
      numbers.push(row.no);
      place = last;
    }
    sections.push({
      id: section.id,
      name: labelOf(section),
      category: section.category ?? -1,
      hull: Float32Array.from(section.hull),
      firstRow,
      lastRow: rows.length,
      first: firstPlace,
      last: place,
    });
  }

  return {
    version: file.version,
    box: toBox(file.box),
    categories: file.categories,
    sections,
    rows,
    graphics: file.graphics,
    count,
    ids,
    x,
    y,
    category,
    kind,
    row: rowOf,
    section: sectionOf,
    run,
    numberOf(wanted) {
      const at = rowOf[wanted] ?? -1;
      const first = rows[at]?.first;
      const found = numbers[at];
      if (first === undefined || found === undefined) return "";
      return isStepped(found) ? String(found[0] + (wanted - first) * found[1]) : (found[wanted - first] ?? "");
    },
    placeOf: (id) => (find ??= finder(ids))(id),
  };
}

function setPositions(row: CompactRow, first: number, last: number, x: Float32Array, y: Float32Array): void {
  if (row.at) {
    const [x0, y0, dx, dy] = row.at;
    for (let at = first; at < last; at++) {
      x[at] = Math.round((x0 + (at - first) * dx) * 10) / 10;
      y[at] = Math.round((y0 + (at - first) * dy) * 10) / 10;
    }
    return;
  }
  let tenthsX = 0;
  let tenthsY = 0;
  for (let at = first, pair = 0; at < last; at++, pair += 2) {
    tenthsX += row.xy?.[pair] ?? 0;
    tenthsY += row.xy?.[pair + 1] ?? 0;
    x[at] = tenthsX / 10;
    y[at] = tenthsY / 10;
  }
}

/** From id to place. Ids mostly rise by one with the place, so few stretches say it all. */
function finder(ids: Float64Array): (id: string) => number {
  const stretches: { id: number; place: number; length: number }[] = [];
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] ?? 0;
    const open = stretches.at(-1);
    if (open && id === open.id + open.length) open.length++;
    else stretches.push({ id, place, length: 1 });
  }
  stretches.sort((a, b) => a.id - b.id);
  return (text) => {
    const id = Number(text);
    let low = 0;
    let high = stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((stretches[middle]?.id ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    const found = stretches[low - 1];
    return found && Number.isInteger(id) && id < found.id + found.length ? found.place + id - found.id : -1;
  };
}
