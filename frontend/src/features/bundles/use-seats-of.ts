import type { Item } from "@/features/bundles/choice/choice";
import { BUNDLE_SEATS } from "@/generated/features/bundles/item";
import { toCents } from "@/lib/money";
import { useClient } from "@/lib/wire/client";

/** Reads where an item's ticket may sit: of its event what the seat's dialog needs, with the item's own options only, at their prices in the bundle; null: it has no map any more. */
export function useSeatsOf() {
  const client = useClient();
  return async ({ event: shown, options }: Item) => {
    const apollo = await client.load();
    const { data } = await apollo.query({
      query: BUNDLE_SEATS,
      variables: { id: shown?.id ?? "" },
      fetchPolicy: "network-only",
    });
    const event = data?.event;
    if (!event?.seatMap) return null;
    const own = new Map(options.map((option) => [option.id, option]));
    const tickets = event.productVariants.nodes.flatMap((ticket) => {
      const option = own.get(ticket.id);
      return option ? [{ ...ticket, price: option.price, originalPrice: null }] : [];
    });
    const categories = new Set(tickets.map((one) => one.pricingCategory?.id));
    const sale = {
      ...event,
      productVariants: { ...event.productVariants, nodes: tickets },
      pricingCategories: event.pricingCategories.filter(({ id }) => categories.has(id)),
      included: tickets.every(({ price }) => toCents(price) === 0),
    };
    return { sale, source: event.seatMap };
  };
}
