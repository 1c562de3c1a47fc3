// What lay in a cart whose reservation ran out, for a week: names and places, nothing that the shopper typed.
import type { CartLine, Seat, Tree } from "@/features/cart/model/cart";
import { keptKey, lostKey, recall, remember } from "@/features/cart/model/memory";
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import { serverNow } from "@/lib/time/server-clock";

const WEEK_MS = 7 * 24 * 60 * 60_000;

export type KeptLine = Pick<
  CartLine,
  | "productVariantId"
  | "productSlug"
  | "productName"
  | "productVariantDescription"
  | "pricingCategoryName"
  | "amount"
  | "ticket"
  | "personalised"
  | "seatId"
  | "bundleId"
  | "partId"
> & { seat: Omit<Seat, "id"> | null };

/** `refusal`: why it could not be put back. */
export interface LostTree extends Tree<KeptLine> {
  refusal?: { key: LangKey | OverlayKey; values: Record<string, string | number> };
}

export interface Kept {
  cartId: string;
  /** the reservation's end in ms, by the server's clock */
  until: number;
  /** until then, in ms by the server's clock, it may leave this browser unheard */
  mayLeaveUntil?: number;
  trees: readonly LostTree[];
}

const views = new Set<() => void>();
export const tellLost = () => views.forEach((view) => view());

export const subscribeLost = (view: () => void) => {
  views.add(view);
  return () => void views.delete(view);
};

/** As stored; null if nothing was lost. */
export const lostText = (shopSlug: string): string | null => recall(lostKey(shopSlug));

const isLine = (line: Partial<KeptLine> | null | undefined): boolean =>
  [line?.productVariantId, line?.productSlug, line?.productName].every((text) => typeof text === "string") &&
  typeof line?.amount === "number";

const isTree = (tree: Partial<LostTree> | null): boolean =>
  isLine(tree?.line) && Array.isArray(tree?.parts) && tree.parts.every(isLine);

const isKept = (kept: Partial<Kept> | null): kept is Kept =>
  typeof kept?.cartId === "string" &&
  typeof kept.until === "number" &&
  Array.isArray(kept.trees) &&
  kept.trees.every(isTree);

/** Null also for what an earlier version of the page, or another program, has stored. */
export function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function writeLost(shopSlug: string, lost: Kept): void {
  remember(lostKey(shopSlug), lost.trees.length > 0 ? JSON.stringify(lost) : null);
  tellLost();
}

/** The cart was ordered, is in another browser, or is not wanted: nothing of it was lost, nor of any before it. */
export function forgetKept(shopSlug: string): void {
  remember(keptKey(shopSlug), null);
  remember(lostKey(shopSlug), null);
  tellLost();
}

export const readPresent = (shopSlug: string): Kept | null => readKept(recall(keptKey(shopSlug)));

export const writePresent = (shopSlug: string, kept: Kept): void => remember(keptKey(shopSlug), JSON.stringify(kept));

/** The session was renewed until then, and the reservation with it. One that has run out is another session's. */
export function prolongKept(shopSlug: string, until: string): void {
  const kept = readPresent(shopSlug);
  if (kept && kept.until > serverNow()) writePresent(shopSlug, { ...kept, until: Date.parse(until) });
}

/**
 * For so long (0: no more) an order without an answer, or a link to go on elsewhere, may take the cart along: unless it
 * is seen here after that, it is not lost.
 */
export function expectLeaving(shopSlug: string, forMs: number): void {
  const kept = readPresent(shopSlug);
  if (!kept) return;
  const { mayLeaveUntil: _, ...staying } = kept;
  writePresent(shopSlug, forMs > 0 ? { ...staying, mayLeaveUntil: serverNow() + forMs } : staying);
}

/** Takes what was kept as lost, if the present cart (null: none) is another one and the time has run out. */
export function settleKept(shopSlug: string, cartId: string | null): void {
  const kept = readPresent(shopSlug);
  if (kept && kept.until + WEEK_MS <= serverNow()) remember(keptKey(shopSlug), null);
  else if (kept && kept.cartId !== cartId && kept.until <= serverNow() && kept.mayLeaveUntil === undefined) {
    remember(keptKey(shopSlug), null);
    writeLost(shopSlug, kept);
  }
  const lost = readKept(lostText(shopSlug));
  if (lost && lost.until + WEEK_MS <= serverNow()) writeLost(shopSlug, { ...lost, trees: [] });
}
