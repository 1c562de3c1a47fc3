// What was typed of ticket holders in this tab: reload, back and a refused form must not cost a letter.
import { holderOf } from "@/features/cart/model/asked-holder";
import type { Holder } from "@/lib/ticket-holder";

export interface HolderDraft {
  /** by the id of the ticket's line */
  typed: Readonly<Record<string, Holder>>;
  /** the lines of which the shopper said that the names are right */
  agreed: readonly string[];
}

const keyOf = (shopSlug: string): string => `cart:${shopSlug}:holders`;

export function readHolders(shopSlug: string): HolderDraft {
  try {
    const { typed = {}, agreed = [] } = JSON.parse(
      sessionStorage.getItem(keyOf(shopSlug)) ?? "{}",
    ) as Partial<HolderDraft>;
    return {
      typed: Object.fromEntries(Object.entries(typed).map(([id, holder]) => [id, { ...holderOf(""), ...holder }])),
      agreed,
    };
  } catch {
    return { typed: {}, agreed: [] };
  }
}

export function writeHolders(shopSlug: string, draft: HolderDraft): void {
  try {
    sessionStorage.setItem(keyOf(shopSlug), JSON.stringify(draft));
  } catch {
    // Without storage the form lives as long as its page.
  }
}

export function forgetHolders(shopSlug: string): void {
  try {
    sessionStorage.removeItem(keyOf(shopSlug));
  } catch {
    // There was none.
  }
}
