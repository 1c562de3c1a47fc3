import { routeTexts } from "../src/app/route-texts.ts";

export interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
export type Manifest = Record<string, Chunk>;

const ENTRY = "src/app/entry.tsx";
const EVENT = "src/routes/event/route.tsx";
const APOLLO = "src/lib/wire/graphql-client.ts";
const SEATS = "src/features/seat-map/sale.tsx";

function reach(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) reach(manifest, next, seen);
  return seen;
}

/**
 * JavaScript files that a visit starting on each route must load: the entry, the route's chunk, the
 * language's texts and what they import. The checkout opens with a question, so Apollo counts there. An event with a hall
 * is a route of its own: its page waits for the seats' layout. `plain` is a page of the server's own, without a route.
 */
export function firstLoad(manifest: Manifest, language: string): Map<string, string[]> {
  const routes = new Map<string, string[]>();
  const add = (name: string, route: string, ...keys: string[]) => {
    const texts = ["spa", ...routeTexts(route)].map((group) => `../locale/${language}/${group}.po`);
    const reached = new Set<string>();
    for (const key of [ENTRY, ...keys, ...texts]) reach(manifest, key, reached);
    const files = [...reached].map((key) => manifest[key]?.file ?? "").filter((file) => file.endsWith(".js"));
    routes.set(name, [...new Set(files)]);
  };
  add("plain", "plain");
  for (const key of Object.keys(manifest)) {
    const route = /^src\/routes\/([^/]+)\/route\.tsx$/.exec(key)?.[1];
    if (route) add(route, route, key, ...(route.startsWith("checkout") ? [APOLLO] : []));
  }
  if (manifest[SEATS]) add("event with seats", "event", EVENT, SEATS, `../locale/${language}/seats.po`);
  return routes;
}
