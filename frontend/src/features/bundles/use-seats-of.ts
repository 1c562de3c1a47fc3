import type { Item } from "@/features/bundles/choice/choice";
import { BUNDLE_SEATS } from "@/generated/features/bundles/item";
import { useClient } from "@/lib/wire/client";

/** Reads where an item's ticket may sit: of its event what the seat's dialog needs, with the item's own options only; null: it has no map any more. */
export function useSeatsOf() {
  const client = useClient();
  return async ({ event: shown, options }: Item) => {
    const apollo = await client.load();
    const { data } = await apollo.query({ query: BUNDLE_SEATS, variables: { id: shown?.id ?? "" }, fetchPolicy: "network-only" });
    const event = data?.event;
    if (!event?.seatMap) return null;
    const ids = new Set(options.map(({ id }) => id));
    const tickets = event.productVariants.nodes.filter(({ id }) => ids.has(id));
    const categories = new Set(tickets.map((one) => one.pricingCategory?.id));
    const sale = {
      ...event,
      productVariants: { ...event.productVariants, nodes: tickets },
      pricingCategories: event.pricingCategories.filter(({ id }) => categories.has(id)),
    };
    return { sale, source: event.seatMap };
  };
}
