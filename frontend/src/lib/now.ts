import { useSyncExternalStore } from "react";
import { useShopPage } from "@/lib/shop-data";

const MINUTE_MS = 60_000;

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE_MS);
  return () => clearInterval(timer);
}

/** The present minute in ms. The page's own moment while it is written and hydrated, so that both say the same. */
export function useNow(): number {
  const { now } = useShopPage();
  return useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    () => Date.parse(now),
  );
}
