import { createRest } from "@/lib/rest";
import type { ShopPage } from "@/lib/shop-data";

/** The shop in the language of requests (catalogue §7). Without it a page cannot go on; the host's root can. */
export async function fetchShop(restUrl: string): Promise<ShopPage["shop"]> {
  try {
    return await createRest(restUrl)<ShopPage["shop"]>("GET", "");
  } catch {
    window.location.assign("/");
    // Nothing that waits for the shop goes elsewhere meanwhile.
    return await new Promise<never>(() => undefined);
  }
}
