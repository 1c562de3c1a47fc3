import { categoryAt, firstWay, sellsIn, waysOf, ticketOf, type Offer } from "@/features/seat-map/choice/offer";
import type { Availability } from "@/features/seat-map/plan/availability";
import { COMPANION, WHEELCHAIR, type Label, type SeatPlan } from "@/features/seat-map/plan/plan";
import { fromCents, toCents } from "@/lib/money";

/** What names a seat for good, whatever becomes of the plan. */
export interface SeatName {
  readonly section: Label;
  readonly row: string;
  readonly number: string;
}

export interface ChosenSeat {
  readonly id: string;
  /** the variant: which kind of ticket the seat is taken as */
  readonly ticket: string;
  readonly name: SeatName;
}

export interface Choice {
  /** in the order in which they were chosen */
  readonly seats: readonly ChosenSeat[];
  /** tickets without a seat, by variant */
  readonly amounts: Readonly<Record<string, number>>;
}

export const NOTHING: Choice = { seats: [], amounts: {} };

/** What of this event lies in the cart already. */
export interface InCart {
  readonly tickets: number;
  readonly wheelchair: boolean;
  readonly seatIds: ReadonlySet<string>;
}

export const EMPTY_CART: InCart = { tickets: 0, wheelchair: false, seatIds: new Set() };

/** All that decides whether a seat may be chosen. */
export interface Hall {
  readonly offer: Offer;
  readonly plan: SeatPlan;
  readonly open: Pick<Availability, "isFree">;
  readonly inCart: InCart;
}

export type Obstacle = "TAKEN" | "IN_CART" | "OTHER_SECTION" | "COMPANION_ALONE" | "LIMIT";
/** What keeps a whole choice from the cart. */
export type Lack = "NOTHING" | "NOT_MULTIPLE" | "COMPANION_ALONE" | "LIMIT";

export const has = (choice: Choice, id: string): boolean => choice.seats.some((one) => one.id === id);

const standing = (choice: Choice): number => Object.values(choice.amounts).reduce((sum, amount) => sum + amount, 0);

export const countOf = (choice: Choice): number => choice.seats.length + standing(choice);

/** How many tickets more this cart may have of the event. */
export const roomFor = ({ offer, inCart }: Pick<Hall, "offer" | "inCart">, choice: Choice): number =>
  Math.max(0, offer.limit - inCart.tickets - countOf(choice));

const sitsWheelchair = ({ plan, inCart }: Pick<Hall, "plan" | "inCart">, choice: Choice): boolean =>
  inCart.wheelchair || choice.seats.some((one) => plan.kind[plan.placeOf(one.id)] === WHEELCHAIR);

/** Why a seat cannot be bought, whatever else is chosen. */
export function obstacleAt({ offer, plan, open, inCart }: Hall, place: number): Obstacle | null {
  if (open.isFree(place)) return null;
  if (inCart.seatIds.has(idAt(plan, place))) return "IN_CART";
  const section = plan.sections[plan.section[place] ?? -1];
  return section && !sellsIn(offer, section) ? "OTHER_SECTION" : "TAKEN";
}

/** Why this seat cannot be added to the choice now. */
export function obstacleTo(hall: Hall, choice: Choice, place: number): Obstacle | null {
  const obstacle = obstacleAt(hall, place);
  if (obstacle) return obstacle;
  if (hall.plan.kind[place] === COMPANION && !sitsWheelchair(hall, choice)) return "COMPANION_ALONE";
  return roomFor(hall, choice) === 0 ? "LIMIT" : null;
}

export const idAt = (plan: SeatPlan, place: number): string => String(plan.ids[place]);

export const nameAt = (plan: SeatPlan, place: number): SeatName => ({
  section: plan.sections[plan.section[place] ?? -1]?.name ?? "",
  row: plan.rows[plan.row[place] ?? -1]?.name ?? "",
  number: plan.numberOf(place),
});

/** The choice with a seat more, as its category's first kind of ticket; unchanged where there is an obstacle. */
export function choose(hall: Hall, choice: Choice, place: number): Choice {
  const ticket = firstWay(categoryAt(hall.offer, hall.plan, place));
  const id = idAt(hall.plan, place);
  if (!ticket || has(choice, id) || obstacleTo(hall, choice, place)) return choice;
  return { ...choice, seats: [...choice.seats, { id, ticket: ticket.id, name: nameAt(hall.plan, place) }] };
}

export const release = (choice: Choice, id: string): Choice => ({
  ...choice,
  seats: choice.seats.filter((one) => one.id !== id),
});

/** The seat taken as another of its category's kinds of ticket. */
export function takeAs(hall: Pick<Hall, "offer" | "plan">, choice: Choice, id: string, ticket: string): Choice {
  const kinds = waysOf(categoryAt(hall.offer, hall.plan, hall.plan.placeOf(id)));
  if (!kinds.some((one) => one.id === ticket)) return choice;
  return { ...choice, seats: choice.seats.map((one) => (one.id === id ? { ...one, ticket } : one)) };
}

export const setAmount = (choice: Choice, ticket: string, amount: number): Choice => ({
  ...choice,
  amounts: { ...choice.amounts, [ticket]: amount },
});

export interface Proposed {
  readonly id: string;
  readonly productVariantId?: string | null;
}

/** The choice with exactly the proposed seats; those keep their kind of ticket that were chosen before. */
export function chooseInstead(hall: Hall, choice: Choice, seats: readonly Proposed[]): Choice {
  const { offer, plan } = hall;
  const taken = seats.flatMap(({ id, productVariantId }) => {
    const place = plan.placeOf(id);
    const category = categoryAt(offer, plan, place);
    const known = choice.seats.find((one) => one.id === id)?.ticket ?? productVariantId;
    const ticket = waysOf(category).find((one) => one.id === known) ?? firstWay(category);
    return ticket ? [{ id, ticket: ticket.id, name: nameAt(plan, place) }] : [];
  });
  return { ...choice, seats: taken };
}

/** Other seats in the place of those that were lost, each with the ticket of the one it stands for. */
export function exchange(
  hall: Hall,
  choice: Choice,
  lost: readonly ChosenSeat[],
  alternatives: readonly string[],
): Choice {
  const { offer, plan } = hall;
  const added = alternatives.flatMap((id, at) => {
    const place = plan.placeOf(id);
    const category = categoryAt(offer, plan, place);
    const ticket = waysOf(category).find((one) => one.id === lost[at]?.ticket) ?? firstWay(category);
    return ticket && !has(choice, id) ? [{ id, ticket: ticket.id, name: nameAt(plan, place) }] : [];
  });
  const gone = new Set(lost.map((one) => one.id));
  return { ...choice, seats: [...choice.seats.filter((one) => !gone.has(one.id)), ...added] };
}

/** What is left of a choice when seats were sold, the plan was replaced or a ticket went off sale. */
export function keepFree(hall: Hall, choice: Choice): { choice: Choice; lost: readonly ChosenSeat[] } {
  const { offer, plan } = hall;
  const stays = (one: ChosenSeat): boolean => {
    const place = plan.placeOf(one.id);
    return place >= 0 && obstacleAt(hall, place) === null;
  };
  const lost = choice.seats.filter((one) => !stays(one));
  const seats = choice.seats.filter(stays).map((one) => {
    const category = categoryAt(offer, plan, plan.placeOf(one.id));
    return waysOf(category).some((kind) => kind.id === one.ticket)
      ? one
      : { ...one, ticket: firstWay(category)?.id ?? "" };
  });
  const same = lost.length === 0 && seats.every((one, at) => one === choice.seats[at]);
  return same ? { choice, lost } : { choice: { ...choice, seats }, lost };
}

export function lackOf(hall: Pick<Hall, "offer" | "inCart"> & { plan: SeatPlan | null }, choice: Choice): Lack | null {
  const { offer, plan, inCart } = hall;
  const count = countOf(choice);
  if (count === 0) return "NOTHING";
  if (count > offer.limit - inCart.tickets) return "LIMIT";
  if (count % offer.multiple !== 0) return "NOT_MULTIPLE";
  const companions = plan && choice.seats.some((one) => plan.kind[plan.placeOf(one.id)] === COMPANION);
  return companions && !sitsWheelchair({ plan, inCart }, choice) ? "COMPANION_ALONE" : null;
}

export function totalOf(offer: Offer, choice: Choice): string {
  const cents = (id: string): number => toCents(ticketOf(offer, id)?.price ?? "0");
  const seats = choice.seats.reduce((sum, one) => sum + cents(one.ticket), 0);
  return fromCents(Object.entries(choice.amounts).reduce((sum, [id, amount]) => sum + cents(id) * amount, seats));
}

export interface Request {
  productVariantId: string;
  amount: number;
  seatIds?: string[];
}

/** What ADDTOCART is asked for: one request a kind of ticket, with its seats where it has some (purchase §7). */
export function requestsOf(choice: Choice): Request[] {
  const seats = new Map<string, string[]>();
  for (const { id, ticket } of choice.seats) seats.set(ticket, [...(seats.get(ticket) ?? []), id]);
  return [
    ...[...seats].map(([productVariantId, seatIds]) => ({ productVariantId, amount: seatIds.length, seatIds })),
    ...Object.entries(choice.amounts)
      .filter(([, amount]) => amount > 0)
      .map(([productVariantId, amount]) => ({ productVariantId, amount })),
  ];
}
