import type { TicketSale } from "@/generated/features/tickets/event";
import { fromCents, toCents } from "@/lib/money";

export type Ticket = TicketSale["productVariants"]["nodes"][number];
export type Category = TicketSale["pricingCategories"][number];
export type Amounts = Readonly<Record<string, number>>;

/** A category of this name stands without a heading (catalogue §3). */
const UNNAMED = "Default";

export interface TicketGroup {
  id: string;
  heading: string;
  hideButtons: boolean;
  tickets: Ticket[];
}

/** Tickets below their pricing categories, both in their order; those of no category come last. */
export function groupTickets(sale: Pick<TicketSale, "pricingCategories" | "productVariants">): TicketGroup[] {
  const tickets = sale.productVariants.nodes.filter((t) => t.active).sort((a, b) => a.order - b.order);
  const categories = [...sale.pricingCategories].sort((a, b) => a.order - b.order);
  const known = new Set(categories.map((c) => c.id));
  const groups = categories.map((category) => ({
    id: category.id,
    heading: category.name === UNNAMED ? "" : category.name,
    hideButtons: category.hideButtons || category.section === "many",
    tickets: tickets.filter((t) => t.pricingCategory?.id === category.id),
  }));
  const rest = tickets.filter((t) => !t.pricingCategory || !known.has(t.pricingCategory.id));
  return [...groups, { id: "", heading: "", hideButtons: false, tickets: rest }].filter((g) => g.tickets.length > 0);
}

interface Limits {
  cartLimit: number;
  /** tickets are only sold in this amount */
  force: number | null;
}

export const limitsOf = (sale: Pick<TicketSale, "cartLimit" | "meta">): Limits => ({
  cartLimit: sale.cartLimit,
  force: sale.meta.forceTicketAmount || null,
});

export const totalAmount = (amounts: Amounts): number => Object.values(amounts).reduce((sum, n) => sum + n, 0);

/** The step of one ticket's amount and the most it may be beside the others. */
export function boundsFor(id: string, amounts: Amounts, { cartLimit, force }: Limits): { step: number; max: number } {
  const others = totalAmount(amounts) - (amounts[id] ?? 0);
  const free = Math.max(0, cartLimit - others);
  if (force === null) return { step: 1, max: free };
  return { step: force, max: force <= free ? force : 0 };
}

/** A single ticket type starts with the event's default amount, a choice of several with nothing. */
export function firstAmounts(sale: Pick<TicketSale, "cartLimit" | "meta" | "pricingCategories" | "productVariants">): Amounts {
  const open = groupTickets(sale).flatMap((g) => g.tickets).filter((t) => t.available);
  const only = open.length === 1 ? open[0] : undefined;
  if (!only) return {};
  const { cartLimit, force } = limitsOf(sale);
  return { [only.id]: Math.min(force ?? sale.meta.defaultAmount, cartLimit) };
}

export function totalPrice(tickets: readonly Ticket[], amounts: Amounts): string {
  return fromCents(tickets.reduce((sum, t) => sum + toCents(t.price) * (amounts[t.id] ?? 0), 0));
}

/** What ADDTOCART is asked for: chosen tickets with whole amounts. */
export function requestsOf(amounts: Amounts): { productVariantId: string; amount: number }[] {
  return Object.entries(amounts)
    .filter(([, amount]) => amount > 0)
    .map(([productVariantId, amount]) => ({ productVariantId, amount }));
}
