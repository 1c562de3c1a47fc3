import { readFileSync } from "node:fs";
import { join } from "node:path";

type Deadlines = Readonly<Record<string, number>>;
const file = join(import.meta.dirname, "../../locale/deadlines.json");
export const DEADLINES = JSON.parse(readFileSync(file, "utf8")) as Deadlines;

/** A PO file's text with the deadlines that it names as `%name%` (shop/core/values/deadlines.py). */
export const withDeadlines = (text: string, deadlines = DEADLINES): string =>
  text.replace(/%([a-z]+[A-Z]\w*)%/g, (_all, name: string) => {
    const value = deadlines[name];
    if (value === undefined) throw new Error(`locale/deadlines.json has no ${name}`);
    return String(value);
  });
