import { useEffect, useRef, type ComponentProps } from "react";
import { categoryAt, ticketOf, waysOf, type Offer, type Ticket } from "@/features/seat-map/choice/offer";
import type { ChosenSeat } from "@/features/seat-map/choice/selection";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";

interface KindProps extends Pick<ComponentProps<"select">, "onFocus" | "onBlur"> {
  seat: ChosenSeat;
  /** the seat in words */
  name: string;
  kinds: readonly Ticket[];
  onTakeAs: (seat: ChosenSeat, ticket: string) => void;
}

/** Which of its category's kinds of ticket a seat is taken as, such as a concession. */
export function SeatKind({ seat, name, kinds, onTakeAs, ...watched }: KindProps) {
  const { t } = useSeatTexts();
  return (
    <select
      aria-label={t("LANG_SEATS_WAY", { seat: name })}
      className="mt-1 h-11 max-w-full rounded-control rule bg-raised px-2 text-sm"
      value={seat.ticket}
      {...watched}
      onChange={(event) => onTakeAs(seat, event.target.value)}
    >
      {kinds.map((kind) => (
        <option key={kind.id} value={kind.id} className="bg-paper text-ink">
          {[kind.description, kind.descriptionSubline].filter(Boolean).join(", ")}
        </option>
      ))}
    </select>
  );
}

interface Props extends Pick<KindProps, "onTakeAs"> {
  seats: readonly ChosenSeat[];
  offer: Offer;
  plan: SeatPlan;
}

/** The chosen seats in the bar at the map: beside each other with their kinds of ticket, the newest first; in words where none can be taken as another kind. */
export default function SeatKinds({ seats, offer, plan, onTakeAs }: Props) {
  const { t, nameOf, namesOf } = useSeatTexts();
  const row = useRef<HTMLDivElement>(null);
  const newest = seats.at(-1)?.id;
  useEffect(() => {
    row.current?.scrollTo({ left: 0 });
  }, [newest]);
  const kindsOf = ({ id }: ChosenSeat) => waysOf(categoryAt(offer, plan, plan.placeOf(id)));
  if (!seats.some((seat) => kindsOf(seat).length > 1)) {
    return (
      <p className="figures hidden min-w-0 grow truncate text-sm text-ink-soft md:block">
        {namesOf(seats.map((seat) => seat.name))}
      </p>
    );
  }
  return (
    <div
      ref={row}
      role="group"
      aria-label={t("LANG_SEATS_KINDS")}
      // The padding keeps a focus frame whole, which scrolling would cut.
      className="figures -m-1.5 flex min-w-0 gap-3 overflow-x-auto p-1.5 text-sm max-md:order-first max-md:grow max-md:basis-full md:grow-[3] md:basis-0"
    >
      {[...seats].reverse().map((seat) => {
        const kinds = kindsOf(seat);
        const name = nameOf(seat.name);
        return (
          <div key={seat.id} className="min-w-0 shrink-0 grow basis-44 md:max-w-72">
            <p className="truncate">{name}</p>
            {kinds.length > 1 ? (
              <SeatKind {...{ seat, name, kinds, onTakeAs }} />
            ) : (
              <p className="mt-1 text-ink-soft">{ticketOf(offer, seat.ticket)?.description}</p>
            )}
          </div>
        );
      })}
    </div>
  );
}
