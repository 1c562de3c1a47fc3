import { groupTickets, saleLimit, type TicketChoice, type TicketsOfCategory } from "@/features/tickets";
import { labelIn, OWN, type PlanSection, type SeatPlan } from "@/features/seat-map/plan/plan";
import type { SeatedSale as SeatedPart } from "@/generated/features/seat-map/sale";
import type { TicketSale } from "@/generated/features/tickets/event";
import { toCents } from "@/lib/money";

/** What of an event the seated layout needs. */
export type SeatedSale = Pick<TicketSale, "id" | "cartLimit" | "productVariants"> & {
  readonly meta: Pick<TicketSale["meta"], "defaultAmount" | "forceTicketAmount" | "forceSection" | "forceSectionName">;
  readonly pricingCategories: readonly (TicketSale["pricingCategories"][number] &
    SeatedPart["pricingCategories"][number])[];
  /** its tickets are in the price of something else */
  readonly included?: boolean;
};

/** The amount that best seats are asked for where staff set none (catalogue §9). */
const TWO = 2;

export type Ticket = TicketChoice["shown"];

export interface Category extends TicketsOfCategory {
  /** as staff chose it, "" for the text's */
  readonly color: string;
  /** tickets of it need a seat each */
  readonly seated: boolean;
}

export interface Offer {
  readonly categories: readonly Category[];
  /** most tickets of this event in one cart */
  readonly limit: number;
  /** tickets are sold in multiples of this only */
  readonly multiple: number;
  /** seats are sold in the section of this German name only, "" in all */
  readonly section: string;
  /** that section's name in the page's language */
  readonly sectionName: string;
  /** the amount that the best seats are asked for at first */
  readonly firstAmount: number;
  /** whether its tickets have prices of their own */
  readonly priced: boolean;
}

/** The categories of an event with their tickets, both in order (catalogue §3 "Pricing category"). */
export function offerOf(sale: SeatedSale): Offer {
  const known = new Map(sale.pricingCategories.map((one) => [one.id, one]));
  const multiple = sale.meta.forceTicketAmount || 1;
  return {
    categories: groupTickets(sale).map((group) => ({
      ...group,
      color: known.get(group.id)?.mapColor ?? "",
      seated: known.get(group.id)?.seated ?? false,
    })),
    limit: saleLimit(sale),
    multiple,
    section: sale.meta.forceSection,
    sectionName: sale.meta.forceSectionName,
    firstAmount: Math.max(multiple, Math.min(sale.meta.defaultAmount ?? TWO, sale.cartLimit)),
    priced: !sale.included,
  };
}

export const seatedOf = (offer: Offer): Category[] => offer.categories.filter((one) => one.seated);
export const standingOf = (offer: Offer): Category[] => offer.categories.filter((one) => !one.seated);

export const sellsIn = ({ section }: Offer, { name }: PlanSection): boolean =>
  section === "" || labelIn(name, OWN) === section;

/** Whether the section has seats whose tickets are sold here, free or not. */
export function hasSeatsOf(offer: Offer, plan: SeatPlan, section: PlanSection): boolean {
  if (!sellsIn(offer, section)) return false;
  const sold = plan.categories.map((id) => offer.categories.some((one) => one.id === id));
  for (let place = section.first; place < section.last; place += 1) if (sold[plan.category[place] ?? -1]) return true;
  return false;
}

/** The category of a seat, if its tickets are sold here. */
export function categoryAt(offer: Offer, plan: SeatPlan, place: number): Category | undefined {
  const id = plan.categories[plan.category[place] ?? -1];
  return offer.categories.find((one) => one.id === id);
}

/** The tickets that a seat of the category can be taken as; an online and a printed one are one choice. */
export const waysOf = (category: Category | undefined): readonly Ticket[] =>
  category?.choices.filter((one) => one.kinds.length > 0).map((one) => one.shown) ?? [];

/** What a seat is at first: the ticket marked as default, else the first. */
export function firstWay(category: Category | undefined): Ticket | undefined {
  const marked = category?.choices.find(({ kinds }) => kinds.some((one) => one.isDefault));
  return marked?.shown ?? waysOf(category)[0];
}

export const ticketOf = (offer: Offer, id: string): Ticket | undefined =>
  offer.categories.flatMap((one) => one.choices.map(({ shown }) => shown)).find((one) => one.id === id);

/** The cheapest ticket of a category, and whether others cost more. */
export function cheapest({ choices }: Category): { ticket: Ticket | undefined; open: boolean } {
  const all = choices.flatMap(({ shown, kinds }) => (kinds.length > 0 ? kinds : [shown]));
  const [ticket] = [...all].sort((a, b) => toCents(a.price) - toCents(b.price));
  return { ticket, open: all.some((one) => one.price !== ticket?.price) };
}
