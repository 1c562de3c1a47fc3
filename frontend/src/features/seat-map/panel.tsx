import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import type { Counts } from "@/features/seat-map/choice/open-seats";
import { type Choice } from "@/features/seat-map/choice/selection";
import type { OpenHall } from "@/features/seat-map/choice/use-choice";
import { looksOnPlan, type Look } from "@/features/seat-map/swatch";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { Waiting } from "@/features/seat-map/waiting";
import { useMedia } from "@/ui/hooks/use-media";
import { NotLoaded } from "@/ui/page/not-loaded";

const loadMap = () => import("@/features/seat-map/viewport/seat-viewport");
const SeatViewport = lazy(loadMap);
const loadList = () => import("@/features/seat-map/list/seat-list");
const SeatList = lazy(loadList);

/** Below this width (320 px, or 400 % zoom) the list comes first (design §6). */
const NARROW = "(width < 22rem)";

export interface PanelProps {
  failed: boolean;
  hall: OpenHall | null;
  choice: Choice;
  counts: Counts | null;
  looks: ReadonlyMap<string, Look>;
  /** the seat to come to */
  focused: number | undefined;
  /** where it stands, and as `--map` how tall the map is */
  className: string;
  onPick: (place: number) => void;
  onSlot: (slot: HTMLElement | null) => void;
  onRetry: () => void;
}

/** Map and list, equal in rank: one is shown, both are always offered. */
export function SeatPanel({
  failed,
  hall,
  choice,
  counts,
  looks,
  focused,
  className,
  onPick,
  onSlot,
  onRetry,
}: PanelProps) {
  const { t, describe } = useSeatTexts();
  const narrow = useMedia(NARROW);
  const [chosen, setAsList] = useState<boolean>();
  const asList = chosen ?? narrow;
  // While the plan itself is on its way.
  useEffect(() => void Promise.all([loadMap(), loadList()]).catch(() => undefined), []);
  const plan = hall?.plan;
  const drawn = useMemo(() => plan && looksOnPlan(plan, looks), [plan, looks]);
  const selected = useMemo(
    () => new Set(plan ? choice.seats.map((one) => plan.placeOf(one.id)) : []),
    [choice.seats, plan],
  );
  const tab = (list: boolean, text: string) => (
    <button
      type="button"
      aria-pressed={asList === list}
      className="display min-h-12 grow basis-0 rounded-control px-3 pt-1 text-lg aria-pressed:bg-ink aria-pressed:text-paper"
      onClick={() => setAsList(list)}
    >
      {text}
    </button>
  );
  return (
    <div className={`min-w-0 ${className}`}>
      <div role="group" aria-label={t("LANG_SEATS_VIEW")} className="mb-4 flex rounded-control rule bg-raised">
        {tab(false, t("LANG_SEATS_VIEW_MAP"))}
        {tab(true, t("LANG_SEATS_VIEW_LIST"))}
      </div>
      <div className={asList ? "min-h-(--map)" : "flow-root h-(--map)"}>
        {!hall || !drawn || !counts ? (
          failed ? (
            <NotLoaded
              text={t("LANG_SEATS_FAILED")}
              retry={onRetry}
              className="h-full justify-center rounded-card bg-surface p-6 text-lg"
            />
          ) : (
            <Waiting />
          )
        ) : (
          <Suspense fallback={<Waiting />}>
            {asList ? (
              <SeatList key={hall.plan.version} {...{ hall, choice, counts, looks, onPick }} />
            ) : (
              <SeatViewport
                plan={hall.plan}
                availability={hall.open}
                selected={selected}
                {...drawn}
                describe={(place) => describe(hall, choice, place)}
                focused={focused}
                className="size-full"
                onPick={onPick}
                onSlot={onSlot}
              />
            )}
          </Suspense>
        )}
      </div>
    </div>
  );
}
