import { useSyncExternalStore } from "react";
import { serverNow } from "@/lib/time/server-clock";
import { useShopPage } from "@/lib/shop-data";

const MINUTE_MS = 60_000;

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE_MS);
  return () => clearInterval(timer);
}

/** The present minute in ms by the server's clock, and never before the moment at which the page was written: that it is while the page is written and hydrated. */
export function useNow(): number {
  const written = Date.parse(useShopPage().now);
  return useSyncExternalStore(
    everyMinute,
    () => Math.max(written, Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS),
    () => written,
  );
}
