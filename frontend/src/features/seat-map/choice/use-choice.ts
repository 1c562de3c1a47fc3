import { useMemo, useState } from "react";
import { countOpen, openSeats } from "@/features/seat-map/choice/open-seats";
import type { SeatSource } from "@/features/seat-map/choice/load";
import { offerOf, type SeatedSale } from "@/features/seat-map/choice/offer";
import {
  NOTHING,
  choose,
  has,
  idAt,
  keepFree,
  lackOf,
  obstacleTo,
  release,
  type Choice,
  type ChosenSeat,
  type Hall,
  type Lack,
  type Obstacle,
} from "@/features/seat-map/choice/selection";
import { useSeatCart } from "@/features/seat-map/choice/use-seat-cart";
import { useSeats } from "@/features/seat-map/choice/use-seats";
import type { Availability } from "@/features/seat-map/plan/availability";

const NONE: readonly ChosenSeat[] = [];
const NO_IDS: readonly string[] = [];

export type OpenHall = Hall & { readonly open: Availability };
export type Picked = { kind: "chosen" | "released" | Obstacle; choice: Choice };

/** The seats of an event, what of them is chosen, and what became of that: chosen seats that are sold meanwhile are lost. */
export function useChoice(sale: SeatedSale, source: SeatSource) {
  const offer = useMemo(() => offerOf(sale), [sale]);
  const { seats, failed, refresh } = useSeats(source);
  const plan = seats?.plan ?? null;
  const cart = useSeatCart(sale.id, plan);
  const { inCart, state, refusal } = cart;
  const [wanted, setWanted] = useState(NOTHING);

  const gone = refusal?.kind === "taken" ? refusal.seatIds : NO_IDS;
  const open = useMemo(() => seats && openSeats(offer, seats.plan, seats.free, gone), [gone, offer, seats]);
  const hall = useMemo(
    (): OpenHall | null => plan && open && { offer, plan, open, inCart },
    [inCart, offer, open, plan],
  );

  // While they are on their way into the cart, the chosen seats are taken by this very visitor.
  const { choice, lost } = useMemo(
    () => (hall && state !== "adding" ? keepFree(hall, wanted) : { choice: wanted, lost: NONE }),
    [hall, state, wanted],
  );
  const counts = useMemo(() => plan && open && countOpen(plan, open), [open, plan]);

  /** What is chosen from here on; what was lost is forgotten. */
  const change = (next: Choice) => {
    cart.reset();
    setWanted(next);
  };

  const pick = (place: number): Picked | null => {
    if (!hall) return null;
    const id = idAt(hall.plan, place);
    const chosen = has(choice, id);
    const obstacle = chosen ? null : obstacleTo(hall, choice, place);
    if (obstacle) return { kind: obstacle, choice };
    const next = chosen ? release(choice, id) : choose(hall, choice, place);
    change(next);
    return { kind: chosen ? "released" : "chosen", choice: next };
  };

  const lack = (): Lack | null => lackOf({ offer, plan, inCart }, choice);

  return { offer, failed, refresh, counts, hall, choice, lost, cart, change, pick, lack };
}
