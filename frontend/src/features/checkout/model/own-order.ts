import { forgetInTab, keepInTab, readInTab } from "@/lib/tab-memory";
import type { PlacedOrder } from "./attempt";

// The order on whose page the buyer chose to add something: its id is the proof that it is theirs. It stays in this tab;
// where nothing is kept, its number is asked for.
const keyOf = (shopSlug: string): string => `checkout:${shopSlug}:own-order`;

export const rememberOwnOrder = (shopSlug: string, order: PlacedOrder): void => keepInTab(keyOf(shopSlug), order);

export const recallOwnOrder = (shopSlug: string): PlacedOrder | null =>
  readInTab(keyOf(shopSlug)) as PlacedOrder | null;

export const forgetOwnOrder = (shopSlug: string): void => forgetInTab(keyOf(shopSlug));
