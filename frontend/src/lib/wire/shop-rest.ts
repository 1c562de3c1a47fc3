import { createRest } from "@/lib/wire/rest";
import { HttpError } from "@/lib/wire/fetch-layer";
import type { ShopPage } from "@/lib/shop-data";
import type { Locale } from "@/lib/languages";

/**
 * The shop in a language (catalogue §7). Refused its shop, a page cannot go on; the host's root can. Rejects without a
 * connection, which leaves the page as it is (docs/decisions/0031).
 */
export async function fetchShop(restUrl: string, locale: Locale): Promise<ShopPage["shop"]> {
  try {
    return await createRest(restUrl, locale)("GET", "");
  } catch (error) {
    if (error instanceof HttpError && error.status === 0) throw error;
    window.location.assign("/");
    // Nothing that waits for the shop goes elsewhere meanwhile.
    return await new Promise<never>(() => undefined);
  }
}
