import { firstWay, sellsIn, type Offer } from "@/features/seat-map/choice/offer";
import { Availability } from "@/features/seat-map/plan/availability";
import { NOT_SOLD, type SeatPlan } from "@/features/seat-map/plan/plan";

/** The seats that can be bought here and now: free, of a category and a section that are sold, and not known to be gone. */
export function openSeats(
  offer: Offer,
  plan: SeatPlan,
  free: Pick<Availability, "isFree">,
  gone: readonly string[],
): Availability {
  const categories = plan.categories.map((id) => firstWay(offer.categories.find((one) => one.id === id)) !== undefined);
  const sections = plan.sections.map((section) => sellsIn(offer, section));
  const bits = new Uint8Array(Math.ceil(plan.count / 8));
  const lost = new Set(gone.map((id) => plan.placeOf(id)));
  for (let place = 0; place < plan.count; place += 1) {
    const sold =
      categories[plan.category[place] ?? -1] && sections[plan.section[place] ?? -1] && plan.kind[place] !== NOT_SOLD;
    if (sold && free.isFree(place) && !lost.has(place)) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return new Availability(plan.version, bits);
}

/** How many seats are open, by pricing category id and by the section's index in the plan. */
export interface Counts {
  readonly categories: ReadonlyMap<string, number>;
  readonly sections: readonly number[];
}

export function countOpen(plan: SeatPlan, open: Pick<Availability, "isFree">): Counts {
  const categories = plan.categories.map(() => 0);
  const sections = plan.sections.map(() => 0);
  for (let place = 0; place < plan.count; place += 1) {
    if (!open.isFree(place)) continue;
    const category = plan.category[place] ?? 0;
    const section = plan.section[place] ?? 0;
    categories[category] = (categories[category] ?? 0) + 1;
    sections[section] = (sections[section] ?? 0) + 1;
  }
  return { categories: new Map(plan.categories.map((id, at) => [id, categories[at] ?? 0])), sections };
}
