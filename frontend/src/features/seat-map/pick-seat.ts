import type { PickedSeat, SeatQuestion } from "@/features/seat-map/seat-dialog";
import { loadTexts } from "@/lib/texts/i18n";
import { showDialog } from "@/ui/dialog/show-dialog";

/** Asks for one seat of an event, on its map or in its list; null: none was taken. */
export async function pickSeat(question: SeatQuestion): Promise<PickedSeat | null> {
  const [{ seatDialog }] = await Promise.all([import("@/features/seat-map/seat-dialog"), loadTexts("seats")]);
  return showDialog<PickedSeat | null>((answer) => seatDialog(question, answer));
}
