import { useMemo, useState } from "react";
import type { SeatSource } from "@/features/seat-map/choice/load";
import { seatedOf, type SeatedSale } from "@/features/seat-map/choice/offer";
import { NOTHING, choose, nameAt, obstacleAt } from "@/features/seat-map/choice/selection";
import { useChoice } from "@/features/seat-map/choice/use-choice";
import { Legend } from "@/features/seat-map/legend";
import { SeatPanel } from "@/features/seat-map/panel";
import { looksOf } from "@/features/seat-map/swatch";
import { useAnnouncer } from "@/features/seat-map/use-announcer";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { useTicketsInCart } from "@/features/tickets";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";

export interface PickedSeat {
  id: string;
  /** the variant: which kind of ticket the seat is taken as */
  ticket: string;
  /** "Block 204, Reihe 7, Platz 12" */
  name: string;
}

export interface SeatQuestion {
  title: string;
  /** of which evening */
  text: string;
  sale: SeatedSale;
  source: SeatSource;
}

/** On phones both stand in one row. */
const BUTTON_HERE = "max-sm:grow max-sm:px-2 max-sm:text-base";

export const seatDialog = (question: SeatQuestion, answer: (seat: PickedSeat | null) => void) => (
  <SeatDialog question={question} onAnswer={answer} />
);

/** One seat of an event: a press on another one takes that instead. */
function SeatDialog({ question, onAnswer }: { question: SeatQuestion; onAnswer: (seat: PickedSeat | null) => void }) {
  const { title, text, sale, source } = question;
  const { t, nameOf } = useSeatTexts();
  const { say, region } = useAnnouncer();
  const inCart = useTicketsInCart(sale.id);
  const one = useMemo(
    () => ({ ...sale, cartLimit: inCart + 1, meta: { ...sale.meta, forceTicketAmount: null } }),
    [inCart, sale],
  );
  const { offer, failed, refresh, counts, hall, choice, change } = useChoice(one, source);
  const [looks] = useState(() => looksOf(seatedOf(offer)));
  const [problem, setProblem] = useState("");
  const [seat] = choice.seats;

  const pick = (place: number) => {
    if (!hall) return;
    const name = nameOf(nameAt(hall.plan, place));
    if (obstacleAt(hall, place)) {
      say([name, t("LANG_SEATMAP_TAKEN")].join(", "));
      return;
    }
    const next = choose(hall, NOTHING, place);
    setProblem(next.seats.length === 0 ? t("LANG_SEATS_COMPANION_ALONE") : "");
    if (next.seats.length > 0) say(t("LANG_SEATS_TAKEN_NOW", { seat: name }));
    change(next);
  };

  return (
    <Dialog wide title={title} text={text} onCancel={() => onAnswer(null)}>
      <div className="mt-4 flex flex-col gap-6">
        <SeatPanel
          {...{ failed, hall, choice, counts, looks }}
          focused={undefined}
          // What stands above and below it, so that the whole map is in sight with the buttons.
          className="w-full [--map:clamp(15rem,100svh-26rem,46rem)] md:[--map:clamp(15rem,100svh-24rem,46rem)]"
          onPick={pick}
          onSlot={() => undefined}
          onRetry={() => void refresh()}
        />
        <Legend categories={seatedOf(offer)} looks={looks} free={counts?.categories ?? null} priced={offer.priced} />
      </div>
      <div className="sticky -bottom-6 -mx-6 flex flex-wrap items-center gap-2 border-t border-hairline bg-raised px-6 py-4 md:-bottom-8 md:-mx-8 md:px-8">
        <p data-picked className="min-w-0 grow font-[600] max-sm:w-full">
          {problem || (seat ? nameOf(seat.name) : t("LANG_SEATS_PICK_ONE"))}
        </p>
        <Button
          disabled={!seat}
          className={BUTTON_HERE}
          onClick={() => seat && onAnswer({ id: seat.id, ticket: seat.ticket, name: nameOf(seat.name) })}
        >
          {t("LANG_SEATS_TAKE")}
        </Button>
        <Button look="plain" className={BUTTON_HERE} onClick={() => onAnswer(null)}>
          {t("LANG_SEATS_CANCEL")}
        </Button>
      </div>
      {region}
    </Dialog>
  );
}
