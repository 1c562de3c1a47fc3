import { choicesOf, type Choice } from "@/features/tickets/kinds";
import type { TicketSale } from "@/generated/features/tickets/event";
import { fromCents, toCents } from "@/lib/money";

export type Ticket = TicketSale["productVariants"]["nodes"][number];
export type TicketChoice = Choice<Ticket>;
/** chosen pieces by the id of the ticket that stands in the list */
export type Amounts = Readonly<Record<string, number>>;

/** A category of this name stands without a heading (catalogue §3). */
const UNNAMED = "Default";

export interface TicketGroup {
  id: string;
  heading: string;
  available: boolean;
  expanded: boolean;
  hideButtons: boolean;
  choices: TicketChoice[];
}

/** All tickets that are offered, in their order. */
export const offered = (sale: Pick<TicketSale, "productVariants">): Ticket[] =>
  sale.productVariants.nodes.filter((t) => t.active).sort((a, b) => a.order - b.order);

/** Tickets below their pricing categories, both in their order; those of no category come last. */
export function groupTickets(sale: Pick<TicketSale, "pricingCategories" | "productVariants">): TicketGroup[] {
  const choices = choicesOf(offered(sale));
  const categories = [...sale.pricingCategories].sort((a, b) => a.order - b.order);
  const known = new Set(categories.map((c) => c.id));
  const groups = categories.map((category) => {
    const heading = category.name === UNNAMED ? "" : category.name;
    return {
      id: category.id,
      heading,
      available: category.available,
      // What has no heading has nothing to open it by.
      expanded: category.expanded || !heading,
      hideButtons: category.hideButtons || category.section === "many",
      choices: choices.filter((one) => one.shown.pricingCategory?.id === category.id),
    };
  });
  const rest = choices.filter(({ shown }) => !shown.pricingCategory || !known.has(shown.pricingCategory.id));
  const loose = { id: "", heading: "", available: true, expanded: true, hideButtons: false, choices: rest };
  return [...groups, loose].filter((g) => g.choices.length > 0);
}

interface Limits {
  /** most pieces that may still go into the cart */
  free: number;
  /** tickets are only sold in this amount */
  force: number | null;
}

/** The most tickets that a cart may hold: where they are sold in packs, of whole packs. */
export function saleLimit({
  cartLimit,
  meta,
}: Pick<TicketSale, "cartLimit"> & { readonly meta: Pick<TicketSale["meta"], "forceTicketAmount"> }): number {
  const pack = meta.forceTicketAmount || 1;
  return Math.floor(cartLimit / pack) * pack || cartLimit;
}

export const limitsOf = (sale: Pick<TicketSale, "cartLimit" | "meta">, inCart = 0): Limits => ({
  free: Math.max(0, sale.cartLimit - inCart),
  force: sale.meta.forceTicketAmount || null,
});

export const totalAmount = (amounts: Amounts): number => Object.values(amounts).reduce((sum, n) => sum + n, 0);

/** The step of one ticket's amount and the most it may be beside the others. */
export function boundsFor(id: string, amounts: Amounts, { free, force }: Limits): { step: number; max: number } {
  const left = Math.max(0, free - totalAmount(amounts) + (amounts[id] ?? 0));
  if (force === null) return { step: 1, max: left };
  return { step: force, max: force <= left ? force : 0 };
}

/** What was chosen, as far as it still fits. */
export function withinLimits(amounts: Amounts, { free, force }: Limits): Amounts {
  let left = free;
  const kept = Object.entries(amounts).map(([id, amount]) => {
    const fits = force === null ? Math.min(amount, left) : amount <= left ? amount : 0;
    left -= fits;
    return [id, fits] as const;
  });
  return Object.fromEntries(kept);
}

/** The only ticket that can be had, or the one marked as default, starts with the amount that staff set. */
export function firstAmounts(
  sale: Pick<TicketSale, "cartLimit" | "meta" | "pricingCategories" | "productVariants">,
): Amounts {
  const open = groupTickets(sale)
    .flatMap((g) => g.choices)
    .filter((one) => one.kinds.length > 0);
  const first = open.length === 1 ? open[0] : open.find((one) => one.kinds.some((kind) => kind.isDefault));
  const { defaultAmount } = sale.meta;
  if (!first || !defaultAmount) return {};
  const limits = limitsOf(sale);
  return withinLimits({ [first.shown.id]: limits.force ?? Math.min(defaultAmount, limits.free) }, limits);
}

/** What the chosen tickets cost at least; `open` where the kind that is asked for later decides. */
export function totalPrice(choices: readonly TicketChoice[], amounts: Amounts): { value: string; open: boolean } {
  let [low, high] = [0, 0];
  for (const { shown, kinds } of choices) {
    const prices = (kinds.length > 0 ? kinds : [shown]).map((one) => toCents(one.price) * (amounts[shown.id] ?? 0));
    low += Math.min(...prices);
    high += Math.max(...prices);
  }
  return { value: fromCents(low), open: low !== high };
}

/** What ADDTOCART is asked for: chosen tickets with whole amounts. */
export function requestsOf(amounts: Amounts): { productVariantId: string; amount: number }[] {
  return Object.entries(amounts)
    .filter(([, amount]) => amount > 0)
    .map(([productVariantId, amount]) => ({ productVariantId, amount }));
}
