import type { Seat } from "@/features/cart/model/cart";
import type { Translate } from "@/lib/texts/i18n";

/** "Block A, Reihe 7, Platz 12" */
export const seatText = (seat: Omit<Seat, "id" | "__typename">, t: Translate): string =>
  t("LANG_SEAT", { section: seat.sectionName, row: seat.row, seat: seat.name });
