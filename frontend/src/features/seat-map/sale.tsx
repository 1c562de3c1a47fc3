import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { BestSeats, type Wish } from "@/features/seat-map/best-seats";
import type { SeatSource } from "@/features/seat-map/choice/load";
import { firstWay, seatedOf, standingOf, type SeatedSale } from "@/features/seat-map/choice/offer";
import {
  chooseInstead,
  countOf,
  exchange,
  nameAt,
  release,
  requestsOf,
  roomFor,
  setAmount,
  takeAs,
  totalOf,
  type Choice,
  type ChosenSeat,
  type Proposed,
} from "@/features/seat-map/choice/selection";
import { useBestSeats } from "@/features/seat-map/choice/use-best-seats";
import { useChoice } from "@/features/seat-map/choice/use-choice";
import { ChosenSeats, loadChosenList } from "@/features/seat-map/chosen-seats";
import { Legend } from "@/features/seat-map/legend";
import { SeatPanel } from "@/features/seat-map/panel";
import { Standing } from "@/features/seat-map/standing";
import { SeatSummary } from "@/features/seat-map/summary";
import { looksOf } from "@/features/seat-map/swatch";
import { useAnnouncer } from "@/features/seat-map/use-announcer";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { Kulturpass, TicketNotes, inOneKind, offered, withPaymentCode } from "@/features/tickets";
import type { TicketSale } from "@/generated/features/tickets/event";

const loadNotices = () => import("@/features/seat-map/notices");
const SeatNotices = lazy(loadNotices);
// The list of the chosen seats fetches it too.
const SeatKinds = lazy(() => import("@/features/seat-map/seat-kinds"));
const loadShifts = () => import("@/features/seat-map/shifts");

export interface SeatedSaleProps {
  sale: TicketSale & SeatedSale;
  source: SeatSource;
}

/** Where there is room: the left of two columns, prices stand in the right one. */
const BESIDE_PRICES = "min-w-0 lg:col-span-7 lg:self-start xl:col-span-8";

/** A seated event's tickets: map or list, prices, best seats, what is chosen, and the way into the cart (catalogue §2). */
export default function SeatedSaleView({ sale, source }: SeatedSaleProps) {
  const { t, namesOf, nameOf, money } = useSeatTexts();
  const { say, region } = useAnnouncer();
  const { offer, failed, refresh, counts, hall, choice, lost, cart, change, pick, lack } = useChoice(sale, source);
  const best = useBestSeats(sale.id);
  const [problem, setProblem] = useState("");
  const [found, setFound] = useState("");
  const [focused, setFocused] = useState<number>();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const seated = seatedOf(offer);
  const [looks] = useState(() => looksOf(seated));
  const limit = t("LANG_TICKET_TOOMANY_DETAIL", { limit: offer.limit });
  const busy = cart.state === "adding" || best.busy;
  // Before anything is chosen or refused.
  useEffect(() => void Promise.all([loadChosenList(), loadNotices(), loadShifts()]).catch(() => undefined), []);

  const decide = (next: Choice) => {
    setProblem("");
    setFound("");
    change(next);
  };

  const takeSeatAs = (seat: ChosenSeat, ticket: string) => hall && decide(takeAs(hall, choice, seat.id, ticket));

  const onPick = (place: number) => {
    if (!hall) return;
    const picked = pick(place);
    if (!picked) return;
    const seat = nameOf(nameAt(hall.plan, place));
    setFound("");
    setProblem("");
    const { kind, choice: now } = picked;
    const sums = { tickets: t("LANG_TICKET_TOTAL", { count: countOf(now) }), total: money(totalOf(offer, now)) };
    if (kind === "chosen") say(t("LANG_SEATS_CHOSEN_NOW", { seat, ...sums }));
    else if (kind === "released") say(t("LANG_SEATS_RELEASED_NOW", { seat, ...sums }));
    else if (kind === "LIMIT") setProblem(limit);
    else if (kind === "COMPANION_ALONE") setProblem(t("LANG_SEATS_COMPANION_ALONE"));
    else if (kind === "OTHER_SECTION") setProblem(t("LANG_SEATS_OTHER_SECTION", { section: offer.sectionName }));
    else say([seat, kind === "IN_CART" ? t("LANG_SEATS_INCART") : t("LANG_SEATMAP_TAKEN")].join(", "));
  };

  const takeProposal = (seats: readonly Proposed[], next: (at: NonNullable<typeof hall>) => Choice) => {
    if (seats.length === 0) {
      setFound(t("LANG_SEATS_BEST_NONE"));
      return;
    }
    if (!hall) return;
    decide(next(hall));
    const places = seats.map(({ id }) => hall.plan.placeOf(id)).filter((place) => place >= 0);
    setFocused(places[0]);
    setFound(t("LANG_SEATS_BEST_FOUND", { seats: namesOf(places.map((place) => nameAt(hall.plan, place))) }));
  };

  const askForBest = async ({ amount, category, most, adjacent, accessible }: Wish) => {
    const among = seated.filter((one) => category === "" || one.id === category);
    const productVariantIds = among.flatMap((one) => firstWay(one)?.id ?? []);
    await best.ask({ amount, productVariantIds, adjacent, accessible, ...(most && { maxPrice: most }) }).then(
      (seats) => takeProposal(seats, (at) => chooseInstead(at, choice, seats)),
      () => setFound(t("LANG_ERROR_OFFLINE")),
    );
  };

  const replaceLost = async () => {
    const productVariantIds = [...new Set(lost.map((one) => one.ticket))];
    await best.ask({ amount: lost.length, productVariantIds, adjacent: true, accessible: false }).then(
      (seats) =>
        takeProposal(seats, (at) =>
          exchange(
            at,
            choice,
            lost,
            seats.map((one) => one.id),
          ),
        ),
      () => setFound(t("LANG_ERROR_OFFLINE")),
    );
  };

  const add = async (wanted: Choice, released: readonly string[] = []) => {
    const requests = await inOneKind([offered(sale)], withPaymentCode(sale, requestsOf(wanted))).catch(() => undefined);
    if (requests === undefined) setProblem(t("LANG_ERROR_OFFLINE"));
    if (!requests) return;
    const added = await cart.add(requests, released);
    void refresh();
    if (!added) return;
    decide({ seats: [], amounts: {} });
    if (added.shifts.length > 0) await (await loadShifts()).tellShifts(added.shifts, nameOf);
    cart.showCart();
  };

  const submit = () => {
    const missing = lack();
    setProblem(
      missing === "NOTHING"
        ? t("LANG_TICKET_NONECHOSEN")
        : missing === "LIMIT"
          ? limit
          : missing === "NOT_MULTIPLE"
            ? t("LANG_SEATS_MULTIPLE", { multiple: offer.multiple })
            : missing === "COMPANION_ALONE"
              ? t("LANG_SEATS_COMPANION_ALONE")
              : "",
    );
    if (!missing) void add(choice);
  };

  const takeAlternatives = (ids: readonly string[]) => {
    if (!hall) return;
    const next = exchange(hall, choice, lost, ids);
    decide(next);
    void add(next);
  };

  const nameById = (id: string) => {
    const place = hall?.plan.placeOf(id) ?? -1;
    return hall && place >= 0 ? nameAt(hall.plan, place) : null;
  };
  const room = roomFor({ offer, inCart: cart.inCart }, choice);

  // On the whole screen there is nothing but the map: what is chosen, its price, the button and all that is said come along.
  const summary = (
    <>
      <SeatSummary
        count={countOf(choice)}
        total={totalOf(offer, choice)}
        seats={
          hall && (
            <Suspense fallback={null}>
              <SeatKinds seats={choice.seats} offer={offer} plan={hall.plan} onTakeAs={takeSeatAs} />
            </Suspense>
          )
        }
        state={cart.state}
        problem={problem}
        inMap={slot !== null}
        onAdd={submit}
      >
        {(cart.refusal ?? lost.length > 0) && (
          <Suspense fallback={null}>
            <SeatNotices
              refusal={cart.refusal}
              lost={lost}
              limit={offer.limit}
              nameById={nameById}
              busy={busy}
              onTakeAlternatives={takeAlternatives}
              onReleaseAndAdd={(itemIds) => void add(choice, itemIds)}
              onReplace={() => void replaceLost()}
            />
          </Suspense>
        )}
      </SeatSummary>
      {region}
    </>
  );

  return (
    <>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr]">
        <SeatPanel
          {...{ failed, hall, choice, counts, looks, focused, onPick }}
          className={`[--map:clamp(20rem,64svh,46rem)] ${BESIDE_PRICES}`}
          onSlot={setSlot}
          onRetry={() => void refresh()}
        />
        <ChosenSeats
          className={BESIDE_PRICES}
          seats={choice.seats}
          offer={offer}
          plan={hall?.plan ?? null}
          looks={looks}
          onRelease={(seat) => decide(release(choice, seat.id))}
          onTakeAs={takeSeatAs}
        />
        <div className="flex min-w-0 flex-col gap-8 lg:col-span-5 lg:col-start-8 lg:row-span-3 lg:row-start-1 xl:col-span-4 xl:col-start-9">
          <Legend categories={seated} looks={looks} free={counts?.categories ?? null} priced={offer.priced} />
          <Standing
            categories={standingOf(offer)}
            amounts={choice.amounts}
            room={room}
            multiple={offer.multiple}
            onChange={(ticket, amount) => decide(setAmount(choice, ticket, amount))}
          />
          <div>
            <TicketNotes sale={sale} inCart={cart.inCart.tickets} />
            {sale.kulturpassUrl && <Kulturpass url={sale.kulturpassUrl} />}
          </div>
        </div>
        <BestSeats
          className={BESIDE_PRICES}
          offer={offer}
          categories={seated}
          max={Math.max(offer.multiple, room + choice.seats.length)}
          busy={best.busy}
          result={found}
          onAsk={(wish) => void askForBest(wish)}
        />
      </div>
      {slot ? createPortal(summary, slot) : summary}
    </>
  );
}
