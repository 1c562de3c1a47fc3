import type { Ref } from "react";
import type { Availability } from "@/features/seat-map/plan/availability";
import { COMPANION, NOT_SOLD, WHEELCHAIR, labelIn, type SeatPlan } from "@/features/seat-map/plan/plan";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import type { SeatMapEngine } from "./engine";
import type { SeatShape } from "./shapes";
import type { Point } from "./view";

/** What is said of a seat. `state`: why it cannot be had, or that it is chosen; "" for a free one. */
export interface SeatDescription {
  title: string;
  category: string;
  price: string;
  state: string;
}

/** What the tooltip tells of: a seat, or from afar a section and where one points. */
export type Tip = { readonly place: number } | { readonly section: number; readonly point: Point };

const KINDS: Readonly<Record<number, LangKey>> = {
  [WHEELCHAIR]: "LANG_SEATMAP_WHEELCHAIR",
  [COMPANION]: "LANG_SEATMAP_COMPANION",
  [NOT_SOLD]: "LANG_SEATMAP_NOTSOLD",
};

export const kindText = (kind: number): LangKey | undefined => KINDS[kind];

/** Between tooltip and what it tells of, and the window's edge; in pixels. */
const GAP = 10;

/** Above its seat, below where no room is; never outside of the map. */
export function placeTooltip(tooltip: HTMLElement | null, engine: SeatMapEngine, tip: Tip | null): void {
  if (!tooltip || !tip) return;
  const at = "place" in tip ? engine.seatAt(tip.place) : tip.point;
  if (!at) return;
  const { offsetWidth, offsetHeight } = tooltip;
  const { width, height } = engine.size;
  const away = ("place" in tip ? Math.max(engine.seat * 0.6, 8) : 4) + GAP;
  const above = at.y - away - offsetHeight;
  const x = Math.min(Math.max(at.x - offsetWidth / 2, GAP), Math.max(GAP, width - offsetWidth - GAP));
  const y = above >= GAP ? above : at.y + away;
  const outside = at.x < 0 || at.y < 0 || at.x > width || at.y > height;
  tooltip.style.visibility = outside ? "hidden" : "visible";
  tooltip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

interface Props {
  ref: Ref<HTMLDivElement>;
  plan: SeatPlan;
  tip: Tip | null;
  availability: Availability | undefined;
  selected: ReadonlySet<number>;
  describe: (place: number) => SeatDescription;
  colors: readonly string[];
  shapes: readonly SeatShape[];
}

/** For the eye only: the same is said by the map's cells. */
export function Tooltip({ ref, plan, tip, availability, selected, describe, colors }: Props) {
  const { t, locale } = useTexts();
  if (!tip) return null;
  const frame =
    "pointer-events-none invisible absolute top-0 left-0 max-w-64 border border-transparent bg-ink px-3 py-2 text-sm text-paper";
  if ("section" in tip) {
    const section = plan.sections[tip.section];
    if (!section) return null;
    let count = 0;
    for (let place = section.first; place < section.last; place++)
      if (plan.kind[place] !== NOT_SOLD && (availability?.isFree(place) ?? true)) count++;
    return (
      <div ref={ref} aria-hidden="true" className={frame}>
        <p className="display text-lg">{labelIn(section.name, locale)}</p>
        <p className="figures">{t("LANG_SEATMAP_COUNT", { count })}</p>
      </div>
    );
  }
  const { title, category, price, state } = describe(tip.place);
  const kind = kindText(plan.kind[tip.place] ?? 0);
  const free = availability?.isFree(tip.place) ?? true;
  return (
    <div ref={ref} aria-hidden="true" className={frame}>
      <p className="leading-snug font-[650]">{title}</p>
      {category && (
        <p className="flex items-center gap-2">
          <span
            className="size-3 shrink-0 rounded-full ring-1 ring-paper"
            style={{ background: colors[plan.category[tip.place] ?? 0] }}
          />
          {category}
        </p>
      )}
      {kind && <p>{t(kind)}</p>}
      {price && (free || selected.has(tip.place)) && <p className="figures text-base font-[650]">{price}</p>}
      {state && plan.kind[tip.place] !== NOT_SOLD && <p className="font-[650]">{state}</p>}
    </div>
  );
}
