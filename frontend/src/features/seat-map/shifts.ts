import type { SeatName } from "@/features/seat-map/choice/selection";
import { translate } from "@/lib/texts/i18n";
import { ask } from "@/ui/dialog/ask";

interface SeatPlace {
  sectionName: string;
  row: string;
  name: string;
}

export interface Shift {
  wanted: SeatPlace;
  given: SeatPlace;
}

export const nameOfPlace = ({ sectionName, row, name }: SeatPlace): SeatName => ({
  section: sectionName,
  row,
  number: name,
});

/** Tells, and waits until it is read, that seats were moved on by one so that none stays alone (catalogue §4). */
export async function tellShifts(shifts: readonly Shift[], nameOf: (name: SeatName) => string): Promise<void> {
  if (shifts.length === 0) return;
  const lines = shifts.map(({ wanted, given }) =>
    translate("LANG_SEATS_SHIFTED", { given: nameOf(nameOfPlace(given)), wanted: wanted.name }),
  );
  await ask({ headline: translate("LANG_SEATS_SHIFTED_TITLE"), text: lines.join("\n"), inform: true });
}
