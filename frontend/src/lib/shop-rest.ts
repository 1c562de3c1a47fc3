import { createRest } from "@/lib/rest";
import type { ShopPage } from "@/lib/shop-data";

const camel = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The REST interface's names in the front end's writing. */
export function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), camelCase(inner)]));
}

/** The shop in the language of requests (catalogue §7). Without it a page cannot go on; the host's root can. */
export async function fetchShop(restUrl: string): Promise<ShopPage["shop"]> {
  try {
    return camelCase(await createRest(restUrl)("GET", "")) as ShopPage["shop"];
  } catch {
    window.location.assign("/");
    // Nothing that waits for the shop goes elsewhere meanwhile.
    return await new Promise<never>(() => undefined);
  }
}
