import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { toCents } from "@/lib/money";

/** A category of this name stands without a heading (catalogue §3). */
const UNNAMED = "Default";

export interface Ticket {
  readonly id: string;
  readonly order: number;
  readonly description: string;
  readonly descriptionSubline: string;
  readonly price: string;
  readonly originalPrice: string;
  readonly available: boolean;
  readonly lowStock: boolean;
  readonly message: string;
  readonly physical: boolean;
  readonly active: boolean;
  readonly isDefault: boolean;
  readonly pricingCategory: { readonly id: string } | null;
}

export interface SeatedSale {
  readonly id: string;
  readonly cartLimit: number;
  readonly pricingCategories: readonly {
    readonly id: string;
    readonly name: string;
    readonly mapColor: string;
    readonly available: boolean;
    readonly expanded: boolean;
    readonly section: string;
    readonly hideButtons: boolean;
    readonly order: number;
    readonly seated: boolean;
  }[];
  readonly productVariants: { readonly nodes: readonly Ticket[] };
  readonly meta: { readonly defaultAmount: number; readonly forceTicketAmount: number | null; readonly forceSection: string };
}

export interface Category {
  readonly id: string;
  /** "" for a category without a heading */
  readonly name: string;
  /** as staff chose it, "" for one of the theme's */
  readonly color: string;
  readonly available: boolean;
  readonly expanded: boolean;
  readonly hideButtons: boolean;
  /** tickets of it need a seat each */
  readonly seated: boolean;
  /** in their order; the first is the one that a seat gets at first */
  readonly tickets: readonly Ticket[];
}

export interface Offer {
  readonly eventId: string;
  readonly categories: readonly Category[];
  /** most tickets of this event in one cart */
  readonly limit: number;
  /** tickets are sold in multiples of this only */
  readonly multiple: number;
  /** seats are sold in the section of this name only, "" in all */
  readonly section: string;
  /** the amount that the best seats are asked for at first */
  readonly firstAmount: number;
}

/** The categories of an event with their tickets, both in order; a category without tickets is none (catalogue §3). */
export function offerOf(sale: SeatedSale): Offer {
  const tickets = sale.productVariants.nodes.filter((one) => one.active).sort((a, b) => a.order - b.order);
  const categories = [...sale.pricingCategories]
    .sort((a, b) => a.order - b.order)
    .map((one) => ({
      id: one.id,
      name: one.name === UNNAMED ? "" : one.name,
      color: one.mapColor,
      available: one.available,
      expanded: one.expanded,
      hideButtons: one.hideButtons || one.section === "many",
      seated: one.seated,
      tickets: tickets.filter((ticket) => ticket.pricingCategory?.id === one.id),
    }));
  const known = new Set(categories.map((one) => one.id));
  const rest = tickets.filter((one) => !one.pricingCategory || !known.has(one.pricingCategory.id));
  const loose = { id: "", name: "", color: "", available: true, expanded: true, hideButtons: false, seated: false, tickets: rest };
  const multiple = sale.meta.forceTicketAmount || 1;
  return {
    eventId: sale.id,
    categories: [...categories, loose].filter((one) => one.tickets.length > 0),
    limit: sale.cartLimit,
    multiple,
    section: sale.meta.forceSection,
    firstAmount: Math.max(multiple, Math.min(sale.meta.defaultAmount, sale.cartLimit)),
  };
}

export const seatedOf = (offer: Offer): Category[] => offer.categories.filter((one) => one.seated);
export const standingOf = (offer: Offer): Category[] => offer.categories.filter((one) => !one.seated);

/** The category of a seat, if its tickets are sold here. */
export function categoryAt(offer: Offer, plan: SeatPlan, place: number): Category | undefined {
  const id = plan.categories[plan.category[place] ?? -1];
  return offer.categories.find((one) => one.id === id);
}

/** The kinds of ticket that a seat of the category can be taken as. */
export const kindsOf = (category: Category | undefined): readonly Ticket[] => category?.tickets.filter((one) => one.available) ?? [];

/** What a seat is at first: the ticket marked as default, else the first. */
export const firstKind = (category: Category | undefined): Ticket | undefined =>
  kindsOf(category).find((one) => one.isDefault) ?? kindsOf(category)[0];

export const ticketOf = (offer: Offer, id: string): Ticket | undefined =>
  offer.categories.flatMap((one) => one.tickets).find((one) => one.id === id);

/** The least and the most that a category's tickets cost. */
export function prices(category: Category): { low: string; high: string } {
  const sorted = category.tickets.map((one) => one.price).sort((a, b) => toCents(a) - toCents(b));
  return { low: sorted[0] ?? "", high: sorted.at(-1) ?? "" };
}
