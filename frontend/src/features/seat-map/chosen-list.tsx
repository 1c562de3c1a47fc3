import type { FocusEvent, Ref } from "react";
import { categoryAt, waysOf, ticketOf, type Offer } from "@/features/seat-map/choice/offer";
import type { ChosenSeat } from "@/features/seat-map/choice/selection";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { SeatKind } from "@/features/seat-map/seat-kinds";
import { Swatch, type Look } from "@/features/seat-map/swatch";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { Price } from "@/ui/price";

export interface ChosenSeatsProps {
  seats: readonly ChosenSeat[];
  offer: Offer;
  plan: SeatPlan | null;
  looks: ReadonlyMap<string, Look>;
  onRelease: (seat: ChosenSeat) => void;
  onTakeAs: (seat: ChosenSeat, ticket: string) => void;
}

interface Props extends ChosenSeatsProps {
  ref: Ref<HTMLUListElement>;
  /** the place in the list whose control has the focus, or null */
  onInside: (at: number | null) => void;
}

/** The chosen seats, each with its kinds of ticket and a way back. */
export default function ChosenList({ ref, seats, offer, plan, looks, onRelease, onTakeAs, onInside }: Props) {
  const { t, nameOf } = useSeatTexts();
  const watched = (at: number) => ({
    onFocus: () => onInside(at),
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget) onInside(null);
    },
  });
  return (
    <ul ref={ref} role="list" aria-labelledby="chosen-seats" className="rule-t">
      {seats.map((seat, at) => {
        const category = plan ? categoryAt(offer, plan, plan.placeOf(seat.id)) : undefined;
        const look = looks.get(category?.id ?? "");
        const kinds = waysOf(category);
        const ticket = ticketOf(offer, seat.ticket);
        const name = nameOf(seat.name);
        return (
          <li key={seat.id} className="fresh-line rule-b flex items-center gap-3 py-2">
            {look && <Swatch look={look} />}
            <div className="min-w-0 grow">
              <p className="figures leading-snug font-[650]">{name}</p>
              {kinds.length > 1 ? (
                <SeatKind {...{ seat, name, kinds, onTakeAs }} {...watched(at)} />
              ) : (
                <p className="text-sm text-ink-soft">
                  {[category?.heading, ticket?.description].filter(Boolean).join(" · ")}
                </p>
              )}
            </div>
            <Price value={ticket?.price} original={ticket?.originalPrice ?? null} className="text-lg" />
            <button
              type="button"
              aria-label={t("LANG_SEATS_RELEASE", { seat: name })}
              className="display size-11 shrink-0 rounded-control text-xl hover:bg-ink hover:text-paper"
              {...watched(at)}
              onClick={() => onRelease(seat)}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}
