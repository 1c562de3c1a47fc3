/** What tickets cost, counted in cents. Prices are texts with two decimals, in euros. */
import type { Answer } from "./wire.ts";

/** `free` null: no limit. */
export type Offer = Answer<"offers">["offers"][number];

/** How many of each offer, by its id. */
export type Chosen = ReadonlyMap<number, number>;

export function toPay(offers: readonly Offer[], chosen: Chosen): string {
  const cents = offers.reduce(
    (before, one) => before + Math.round(Number(one.price) * 100) * (chosen.get(one.id) ?? 0),
    0,
  );
  return (cents / 100).toFixed(2);
}

/** The choice with so many more or fewer of one offer: never below none, never above what is left. */
export function changed(chosen: Chosen, offer: Offer, by: number): Chosen {
  const count = Math.min(Math.max((chosen.get(offer.id) ?? 0) + by, 0), offer.free ?? Infinity);
  return new Map(chosen).set(offer.id, count);
}

export function euros(price: string): string {
  return `${price.replace(".", ",")} €`;
}
