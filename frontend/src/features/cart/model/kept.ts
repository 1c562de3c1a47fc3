// What lay in a cart whose reservation ran out, for a week: names and places, nothing that the shopper typed.
import type { CartLine, Seat, Tree } from "@/features/cart/model/cart";
import { forgetKept, keptKey, lostKey, recall, remember } from "@/features/cart/model/memory";
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
  trees: readonly LostTree[];
}

const views = new Set<() => void>();
const tell = () => views.forEach((view) => view());

export const subscribeLost = (view: () => void) => {
  views.add(view);
  return () => void views.delete(view);
};

/** As stored; null if nothing was lost. */
export const lostText = (shopSlug: string): string | null => recall(lostKey(shopSlug));

export const readKept = (text: string | null): Kept | null => JSON.parse(text ?? "null") as Kept | null;

export function writeLost(shopSlug: string, lost: Kept): void {
  remember(lostKey(shopSlug), lost.trees.length > 0 ? JSON.stringify(lost) : null);
  tell();
}

/** The shopper wants no more of it. */
export function dismissLost(shopSlug: string): void {
  forgetKept(shopSlug);
  tell();
}

/** Takes what was kept as lost, if the present cart (null: none) is another one and the time has run out. */
export function settleKept(shopSlug: string, cartId: string | null): void {
  const kept = readKept(recall(keptKey(shopSlug)));
  if (kept && kept.cartId !== cartId && kept.until <= serverNow()) {
    remember(keptKey(shopSlug), null);
    writeLost(shopSlug, kept);
  }
  const lost = readKept(lostText(shopSlug));
  if (lost && lost.until + WEEK_MS <= serverNow()) writeLost(shopSlug, { ...lost, trees: [] });
}
