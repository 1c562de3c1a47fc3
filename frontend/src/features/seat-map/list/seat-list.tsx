import { memo, useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { Counts } from "@/features/seat-map/choice/open-seats";
import { categoryAt, cheapest, hasSeatsOf } from "@/features/seat-map/choice/offer";
import { has, idAt, obstacleAt, type Choice, type Hall } from "@/features/seat-map/choice/selection";
import { seatAfter } from "@/features/seat-map/list/steps";
import { KindMark } from "@/features/seat-map/kind-mark";
import { labelIn, type PlanRow } from "@/features/seat-map/plan/plan";
import { Swatch, type Look } from "@/features/seat-map/swatch";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { kindText } from "@/features/seat-map/viewport/tooltip";

interface Props {
  hall: Hall;
  choice: Choice;
  counts: Counts;
  looks: ReadonlyMap<string, Look>;
  onPick: (place: number) => void;
}

/** Section, row, seat: the map's equal for keyboards and ears, a section at a time (design §6). */
export default function SeatList({ hall, choice, counts, looks, onPick }: Props) {
  const { t, locale, describe, money } = useSeatTexts();
  const id = useId();
  const { plan, offer } = hall;
  const offered = plan.sections.map((one, at) => ({ one, at })).filter(({ one }) => hasSeatsOf(offer, plan, one));
  const firstOpen = offered.find(({ at }) => (counts.sections[at] ?? 0) > 0) ?? offered[0];
  // Who turns from the map to the list finds the seats that were chosen last.
  const last = plan.placeOf(choice.seats.at(-1)?.id ?? "");
  const [current, setCurrent] = useState(last >= 0 ? (plan.section[last] ?? 0) : (firstOpen?.at ?? 0));
  const shown = offered.find(({ at }) => at === current) ?? firstOpen;
  const [place, setPlace] = useState(last >= 0 ? last : (shown?.one.first ?? 0));
  const grid = useRef<HTMLDivElement>(null);
  const follow = useRef(false);

  const section = shown?.one;
  const stop = section && place >= section.first && place < section.last ? place : (section?.first ?? 0);

  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [stop]);

  if (!shown || !section) return null;

  const go = (to: number, withFocus: boolean) => {
    const next = offered[to];
    if (!next) return;
    setCurrent(next.at);
    setPlace(next.one.first);
    follow.current = withFocus;
  };
  const position = offered.indexOf(shown);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      go(position + (event.key === "PageDown" ? 1 : -1), true);
      return;
    }
    const next = seatAfter(plan, stop, event.key, event.ctrlKey);
    if (next === null) return;
    event.preventDefault();
    follow.current = true;
    setPlace(next);
  };

  const placeUnder = (target: EventTarget): number =>
    Number((target as Element).closest<HTMLElement>("[data-place]")?.dataset["place"] ?? -1);
  const textOf = (index: number) => {
    const one = plan.sections[index];
    const category = one && categoryAt(offer, plan, one.first);
    const low = category && cheapest(category);
    const price =
      offer.priced && low?.ticket
        ? [low.open && t("LANG_PRICE_FROM"), money(low.ticket.price)].filter(Boolean).join(" ")
        : "";
    const count = counts.sections[index] ?? 0;
    return [
      // Phones cut what is long: first what tells the blocks apart.
      one && labelIn(one.name, locale),
      count > 0 ? t("LANG_SEATS_FREE_COUNT", { count }) : t("LANG_SEATS_GONE"),
      price,
      category?.heading,
    ]
      .filter(Boolean)
      .join(" · ");
  };
  const rows = plan.rows.slice(section.firstRow, section.lastRow);

  return (
    <div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <label htmlFor={`${id}-section`} className="mb-1 block text-sm font-[600]">
            {t("LANG_SEATS_SECTION")}
          </label>
          <select
            id={`${id}-section`}
            className="h-12 w-full rounded-control rule bg-raised px-3"
            value={shown.at}
            onChange={(event) =>
              go(
                offered.findIndex(({ at }) => at === Number(event.target.value)),
                false,
              )
            }
          >
            {offered.map(({ at }) => (
              <option key={at} value={at}>
                {textOf(at)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <p id={`${id}-keys`} className="mt-2 text-sm text-ink-soft pointer-coarse:sr-only">
        {t("LANG_SEATS_LIST_KEYS")}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the one cell with the tab stop has the focus */}
      <div
        ref={grid}
        role="grid"
        aria-label={labelIn(section.name, locale)}
        aria-describedby={`${id}-keys`}
        className="mt-3"
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const under = placeUnder(event.target);
          if (under >= 0) setPlace(under);
        }}
        onClick={(event) => {
          const under = placeUnder(event.target);
          if (under >= 0) onPick(under);
        }}
      >
        {rows.map((row) => (
          <Row key={row.first} row={row} {...{ hall, choice, looks, stop, describe }} />
        ))}
      </div>
    </div>
  );
}

interface RowProps extends Pick<Props, "hall" | "choice" | "looks"> {
  row: PlanRow;
  stop: number;
  describe: ReturnType<typeof useSeatTexts>["describe"];
}

function Row({ row, hall, choice, looks, stop, describe }: RowProps) {
  const { t } = useSeatTexts();
  const { plan } = hall;
  const places = Array.from({ length: row.last - row.first }, (_, at) => row.first + at);
  return (
    <div role="row" className="rule-b grid grid-cols-[3.25rem_1fr] items-start gap-2 py-2">
      <span role="rowheader" className="figures pt-2.5 text-sm text-ink-soft">
        <span className="sr-only">{t("LANG_SEATS_ROW")} </span>
        <span className="display text-xl text-ink">{row.name}</span>
      </span>
      <span role="presentation" className="flex flex-wrap gap-1">
        {places.map((place) => {
          const { title, category, price, state } = describe(hall, choice, place);
          const kind = kindText(plan.kind[place] ?? 0);
          return (
            <Seat
              key={place}
              place={place}
              number={plan.numberOf(place)}
              label={[title, category, price, kind && t(kind), state || t("LANG_SEATS_FREE")]
                .filter(Boolean)
                .join(", ")}
              look={looks.get(plan.categories[plan.category[place] ?? -1] ?? "")}
              kind={plan.kind[place] ?? 0}
              chosen={has(choice, idAt(plan, place))}
              open={obstacleAt(hall, place) === null}
              // An aisle between the seats is one in the list, too.
              gap={place > row.first && plan.run[place] !== plan.run[place - 1]}
              stop={place === stop}
            />
          );
        })}
      </span>
    </div>
  );
}

interface SeatProps {
  place: number;
  number: string;
  label: string;
  look: Look | undefined;
  kind: number;
  chosen: boolean;
  open: boolean;
  gap: boolean;
  stop: boolean;
}

const Seat = memo(function Seat({ place, number, label, look, kind, chosen, open, gap, stop }: SeatProps) {
  const colours = chosen
    ? "bg-ink text-paper"
    : open
      ? "rule bg-raised hover:bg-surface"
      : "text-ink-soft line-through";
  return (
    <button
      type="button"
      role="gridcell"
      data-place={place}
      aria-label={label}
      aria-selected={chosen}
      aria-disabled={!open && !chosen}
      tabIndex={stop ? 0 : -1}
      className={`figures relative flex size-11 items-center justify-center rounded-control text-sm font-[600] ${gap ? "ml-4" : ""} ${colours}`}
    >
      {number}
      {open && look && <Swatch look={look} className="absolute top-0.5 right-0.5 size-2.5" />}
      <KindMark kind={kind} className="absolute bottom-0 left-0.5 size-4" />
    </button>
  );
});
