import { memo } from "react";
import type { Availability } from "@/features/seat-map/plan/availability";
import { NOT_SOLD, type SeatPlan } from "@/features/seat-map/plan/plan";
import { useTexts } from "@/lib/texts/i18n";
import { kindText, type SeatDescription } from "./tooltip";

export const cellId = (id: string, place: number): string => `${id}${place}`;

interface Props {
  id: string;
  plan: SeatPlan;
  place: number;
  selected: ReadonlySet<number>;
  availability: Availability | undefined;
  describe: (place: number) => SeatDescription;
}

/** The keyboard's row as text: what a screen reader says of the seats that only a canvas shows. */
export const CurrentRow = memo(function CurrentRow({ id, plan, place, selected, availability, describe }: Props) {
  const { t } = useTexts();
  const row = plan.rows[plan.row[place] ?? -1];
  if (!row || place < 0) return null;
  return (
    <div role="row" className="sr-only">
      {Array.from({ length: row.last - row.first }, (_, at) => {
        const seat = row.first + at;
        const { title, category, price, state } = describe(seat);
        const kind = kindText(plan.kind[seat] ?? 0);
        const free = plan.kind[seat] !== NOT_SOLD && (availability?.isFree(seat) ?? true);
        return (
          <div
            key={seat}
            id={cellId(id, seat)}
            role="gridcell"
            aria-selected={selected.has(seat)}
            aria-disabled={!free && !selected.has(seat)}
          >
            {[title, category, price, kind && t(kind), plan.kind[seat] === NOT_SOLD ? "" : state]
              .filter(Boolean)
              .join(", ")}
          </div>
        );
      })}
    </div>
  );
});
