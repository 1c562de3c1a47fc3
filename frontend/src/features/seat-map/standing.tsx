import type { Category } from "@/features/seat-map/choice/offer";
import { TicketGroup, TicketRow } from "@/features/tickets";

interface Props {
  categories: readonly Category[];
  amounts: Readonly<Record<string, number>>;
  /** how many tickets more there may be */
  room: number;
  multiple: number;
  onChange: (ticket: string, amount: number) => void;
}

/** Tickets of the same show that need no seat. */
export function Standing({ categories, amounts, room, multiple, onChange }: Props) {
  return categories.map((category) => (
    <TicketGroup key={category.id} group={category}>
      {category.choices.map((choice) => {
        const amount = amounts[choice.shown.id] ?? 0;
        return (
          <TicketRow
            key={choice.shown.id}
            choice={choice}
            amount={amount}
            step={multiple}
            max={Math.floor((amount + room) / multiple) * multiple}
            hideButtons={category.hideButtons}
            onChange={(next) => onChange(choice.shown.id, next)}
          />
        );
      })}
    </TicketGroup>
  ));
}
