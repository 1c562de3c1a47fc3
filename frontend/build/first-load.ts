export interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
export type Manifest = Record<string, Chunk>;

const START = "src/app/start.ts";
const ENTRY = "src/app/entry.tsx";
const CHECKOUT_TEXTS = "../locale/de/checkout.po";

function reach(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) reach(manifest, next, seen);
  return seen;
}

/** Why the script that starts a page cannot stand in the page itself; empty when it can. */
export function unfitForPage(manifest: Manifest, textOf: (file: string) => string): string {
  const { file = "", imports = [] } = manifest[START] ?? {};
  if (imports.length) return `it imports ${imports.join(", ")}`;
  return /<\/script|<!--/i.test(textOf(file)) ? "it holds the end of a script, or a comment's beginning" : "";
}

/** JavaScript files that a visit starting on each route must load: what starts it, the entry, the route's chunk, its texts and what they import. */
export function firstLoad(manifest: Manifest): Map<string, string[]> {
  const routes = new Map<string, string[]>();
  for (const key of Object.keys(manifest)) {
    const route = /^src\/routes\/([^/]+)\/route\.tsx$/.exec(key)?.[1];
    if (!route) continue;
    const keys = reach(manifest, key, reach(manifest, ENTRY, reach(manifest, START)));
    if (route.startsWith("checkout")) reach(manifest, CHECKOUT_TEXTS, keys);
    const files = [...keys].map((k) => manifest[k]?.file ?? "").filter((file) => file.endsWith(".js"));
    routes.set(route, [...new Set(files)].sort());
  }
  return routes;
}
