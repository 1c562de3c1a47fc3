import type { RelatedItemsQuery } from "@/generated/features/cart/api/related";
import type { Cart } from "@/features/cart/model/cart";

export type RelatedItem = RelatedItemsQuery["merchProducts"]["nodes"][number]["relatedItems"][number];

const MOST = 3;

/** What to ask for: the goods in the cart, and its newest event ("0" = none). Sorted, so that equal carts ask alike. */
export function relatedVariables(cart: Pick<Cart, "items">): { ids: string[]; event: string } {
  const goods = cart.items.filter((line) => !line.ticket).map((line) => line.productId);
  const event = cart.items.findLast((line) => line.ticket);
  return { ids: [...new Set(goods)].sort(), event: event?.productId ?? "0" };
}

/** At most three things that go with what lies in the cart, the newest line's first; nothing that one has or cannot get. */
export function relatedItems(data: RelatedItemsQuery, cart: Pick<Cart, "items">): RelatedItem[] {
  const there = new Set(cart.items.map((line) => `${line.ticket ? "Event" : "MerchProduct"}${line.productId}`));
  const byProduct = new Map(data.merchProducts.nodes.map((node) => [node.id, node.relatedItems]));
  const found = new Map<string, RelatedItem>();
  for (const line of [...cart.items].reverse()) {
    for (const item of (line.ticket ? data.event?.relatedItems : byProduct.get(line.productId)) ?? []) {
      const key = item.__typename + item.id;
      const shown =
        item.available && !(item.__typename === "MerchProduct" && (item.meta.hide || item.meta.externalUrl));
      if (shown && !there.has(key)) found.set(key, item);
    }
  }
  return [...found.values()].slice(0, MOST);
}
