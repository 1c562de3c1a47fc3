import type { SeatedSale } from "@/features/seat-map/choice/offer";
import type { SeatSource } from "@/features/seat-map/choice/load";
import { loadTexts } from "@/lib/texts/i18n";
import { showDialog } from "@/ui/dialog/show-dialog";

export interface PickedSeat {
  id: string;
  /** the variant: which kind of ticket the seat is taken as */
  ticket: string;
  /** "Block 204, Reihe 7, Platz 12" */
  name: string;
}

export interface SeatQuestion {
  title: string;
  sale: SeatedSale;
  source: SeatSource;
}

/** Asks for one seat of an event, on its map or in its list; null: none was taken. */
export async function pickSeat(question: SeatQuestion): Promise<PickedSeat | null> {
  const [{ seatDialog }] = await Promise.all([import("@/features/seat-map/seat-dialog"), loadTexts("seats")]);
  return showDialog<PickedSeat | null>((answer) => seatDialog(question, answer));
}
