// After `vite build`: writes dist/operations.json, each route's first-load files for Django, and the compressed twins of
// scripts and styles, and fails when a route's first-load JavaScript outgrows its budget.
import { copyFileSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { LANGUAGES } from "../codegen/languages.ts";
import { firstLoad, type Manifest } from "./first-load.ts";

const root = dirname(import.meta.dirname);
const dist = join(root, "dist");
copyFileSync(join(root, "src/generated/operations.json"), join(dist, "operations.json"));

for (const file of globSync(["assets/*.{js,css,svg}", "entrance/*.{js,css}", "plain/*.js"], { cwd: dist })) {
  const content = readFileSync(join(dist, file));
  writeFileSync(join(dist, `${file}.br`), brotliCompressSync(content));
  writeFileSync(join(dist, `${file}.gz`), gzipSync(content, { level: 9 }));
}

const BUDGET_KB = { catalogue: 86, forms: 91, checkout: 150 };
/** What buys, chooses among parts or seats costs more. */
const MORE_KB: Readonly<Partial<Record<string, number>>> = {
  product: 88.5,
  event: 89.5,
  bundle: 93,
  "event with seats": 100,
};
/** Opened by who has a ticket already, seldom and once. */
const FORMS = new Set(["checkin", "refund", "ticketservice", "trace"]);
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;

const sizes = new Map<string, number>();
function brotliKb(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = statSync(join(dist, `${file}.br`)).size / 1000;
  sizes.set(file, size);
  return size;
}

function budgetOf(route: string): number {
  const own = MORE_KB[route];
  if (own !== undefined) return own;
  if (route.startsWith("checkout")) return BUDGET_KB.checkout;
  return FORMS.has(route) ? BUDGET_KB.forms : BUDGET_KB.catalogue;
}

const largest = new Map<string, number>();
const firstLoads = Object.fromEntries(
  LANGUAGES.map((language) => [language, Object.fromEntries(firstLoad(manifest, language))]),
);
writeFileSync(join(dist, ".vite/first-load.json"), JSON.stringify(firstLoads));
for (const routes of Object.values(firstLoads)) {
  for (const [route, files] of Object.entries(routes)) {
    const size = files.reduce((sum, file) => sum + brotliKb(file), 0);
    largest.set(route, Math.max(size, largest.get(route) ?? 0));
  }
}
let failed = false;
for (const [route, size] of largest) {
  const budget = budgetOf(route);
  failed ||= size > budget;
  console.log(
    `${size > budget ? "TOO BIG" : "ok"}  ${route.padEnd(18)} ${size.toFixed(1).padStart(6)} KB brotli of ${budget}`,
  );
}
const css =
  Object.values(manifest).find((c) => c.file.endsWith(".css"))?.file ?? manifest["src/app/entry.tsx"]?.css?.[0];
if (css) console.log(`    styles ${brotliKb(css).toFixed(1).padStart(17)} KB brotli`);
if (failed) process.exitCode = 1;
