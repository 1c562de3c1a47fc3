// What was typed of ticket holders in this tab: reload, back and a refused form must not cost a letter.
import { holderOf } from "@/features/cart/model/asked-holder";
import { forgetInTab, keepInTab, readInTab } from "@/lib/tab-memory";
import type { Holder } from "@/lib/ticket-holder";

export interface HolderDraft {
  /** by the id of the ticket's line */
  typed: Readonly<Record<string, Holder>>;
  /** the lines of which the shopper said that the names are right */
  agreed: readonly string[];
}

const keyOf = (shopSlug: string): string => `cart:${shopSlug}:holders`;

export function readHolders(shopSlug: string): HolderDraft {
  const { typed = {}, agreed = [] } = (readInTab(keyOf(shopSlug)) ?? {}) as Partial<HolderDraft>;
  return {
    typed: Object.fromEntries(Object.entries(typed).map(([id, holder]) => [id, { ...holderOf(""), ...holder }])),
    agreed,
  };
}

export const writeHolders = (shopSlug: string, draft: HolderDraft): void => keepInTab(keyOf(shopSlug), draft);

export const forgetHolders = (shopSlug: string): void => forgetInTab(keyOf(shopSlug));
