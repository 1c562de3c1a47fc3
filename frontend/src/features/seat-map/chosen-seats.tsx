import { useLayoutEffect, useRef, type FocusEvent } from "react";
import { categoryAt, waysOf, ticketOf, type Offer } from "@/features/seat-map/choice/offer";
import type { ChosenSeat } from "@/features/seat-map/choice/selection";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { Swatch, type Look } from "@/features/seat-map/swatch";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { Price } from "@/ui/price";

interface Props {
  seats: readonly ChosenSeat[];
  offer: Offer;
  plan: SeatPlan | null;
  looks: ReadonlyMap<string, Look>;
  className: string;
  onRelease: (seat: ChosenSeat) => void;
  onTakeAs: (seat: ChosenSeat, ticket: string) => void;
}

/** The chosen seats with their kinds of ticket and a way back for each. */
export function ChosenSeats({ seats, offer, plan, looks, className, onRelease, onTakeAs }: Props) {
  const { t, nameOf } = useSeatTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const inside = useRef<number | null>(null);

  // Who removes a seat, or loses one, finds the next one under their fingers; never the page's beginning.
  useLayoutEffect(() => {
    if (inside.current === null || document.activeElement !== document.body) return;
    const rest = list.current?.querySelectorAll("button");
    const next = rest?.[Math.min(inside.current, rest.length - 1)] ?? heading.current;
    next?.focus();
  }, [seats]);

  const watched = (at: number) => ({
    onFocus: () => (inside.current = at),
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget) inside.current = null;
    },
  });

  return (
    <section aria-labelledby="chosen-seats" className={className}>
      <h3 id="chosen-seats" ref={heading} tabIndex={-1} className="display mb-2 text-2xl outline-none">
        {t("LANG_SEATS_YOURS")}
      </h3>
      {seats.length === 0 && <p className="rule-t pt-3 text-sm text-ink-soft">{t("LANG_SEATS_YOURS_NONE")}</p>}
      <ul ref={list} role="list" aria-labelledby="chosen-seats" className={seats.length > 0 ? "rule-t" : ""}>
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
                  <select
                    aria-label={t("LANG_SEATS_WAY", { seat: name })}
                    className="mt-1 h-11 max-w-full rounded-control rule bg-raised px-2 text-sm"
                    value={seat.ticket}
                    {...watched(at)}
                    onChange={(event) => onTakeAs(seat, event.target.value)}
                  >
                    {kinds.map((kind) => (
                      <option key={kind.id} value={kind.id} className="bg-paper text-ink">
                        {[kind.description, kind.descriptionSubline].filter(Boolean).join(", ")}
                      </option>
                    ))}
                  </select>
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
    </section>
  );
}
