import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import type { Availability } from "@/features/seat-map/plan/availability";
import { findOnPlan, placeOfFound } from "@/features/seat-map/plan/find";
import { stepFrom } from "@/features/seat-map/plan/neighbours";
import { NOT_SOLD, labelIn, type SeatPlan } from "@/features/seat-map/plan/plan";
import { useTexts } from "@/lib/texts/i18n";
import { MapButtons } from "./buttons";
import { FindField } from "./find-field";
import { SeatMapEngine } from "./engine";
import { listenToGestures } from "./gestures";
import { actionOf } from "./keys";
import { paletteOf, type Palette } from "./palette";
import { CurrentRow, cellId } from "./row-cells";
import type { SeatShape } from "./shapes";
import { Tooltip, placeTooltip, type SeatDescription, type Tip } from "./tooltip";
import { useFullscreen } from "./use-fullscreen";
import { CALM, useMedia } from "@/ui/hooks/use-media";
import { ZOOM_IN, ZOOM_OUT, type Point } from "./view";

/** How long the first picture has the device to itself; in milliseconds. */
const FIRST_PICTURE = 250;
/** How long the hint stays that nearer is better; in milliseconds. */
const HINT_FOR = 4000;
/** How far beside a seat one may point; in pixels. */
const FINGER = 22;
const MOUSE = 7;
/** Where the buttons stand in a row below the plan, and how high that is; in pixels. */
const NARROW = 640;
const BUTTON_ROW = 64;

const NOTE =
  "pointer-events-none absolute bottom-18 left-3 mr-3 rounded-card border border-transparent bg-ink px-3 py-2 text-xs text-paper sm:bottom-3 sm:mr-20";

export interface SeatViewportProps {
  plan: SeatPlan;
  /** Of the plan's version; without it everything that is sold counts as free. */
  availability?: Availability | undefined;
  selected: ReadonlySet<number>;
  /** CSS colour and shape by index of the plan's categories. */
  colors: readonly string[];
  shapes: readonly SeatShape[];
  describe: (place: number) => SeatDescription;
  /** A seat that is free, or chosen already, was pressed. */
  onPick: (place: number) => void;
  /** Comes into sight and takes the keyboard's place when it changes. */
  focused?: number | undefined;
  /** Below the map on the whole screen: what belongs to it of the page is to be put there. */
  onSlot?: ((slot: HTMLElement | null) => void) | undefined;
  className?: string;
}

/** The plan of an event to look at and to choose seats on, by mouse, touch and keyboard (catalogue §4 "seat map"). */
export default function SeatViewport({
  plan,
  availability,
  selected,
  colors,
  shapes,
  describe,
  onPick,
  focused,
  onSlot,
  className = "max-h-[min(76svh,46rem)] min-h-96 w-full",
}: SeatViewportProps) {
  const { t, locale } = useTexts();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const planCanvas = useRef<HTMLCanvasElement>(null);
  const seatsCanvas = useRef<HTMLCanvasElement>(null);
  const marksCanvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const engine = useRef<SeatMapEngine>(null);
  const palette = useRef<Painted>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const [ring, setRing] = useState(false);
  const [chosenPlace, setPlace] = useState<{ plan: SeatPlan; place: number }>();
  const [asked, setAsked] = useState<number>();
  const [limits, setLimits] = useState({ in: true, out: false });
  const [where, setWhere] = useState("");
  const [hint, setHint] = useState(false);
  const [finding, setFinding] = useState(false);
  const [led, setLed] = useState(0);
  const painted = usePainted();
  const screen = useFullscreen(box);
  const forced = useMedia("(forced-colors: active)");
  const calm = useMedia(CALM);

  const isFree = (seat: number) => plan.kind[seat] !== NOT_SOLD && (availability?.isFree(seat) ?? true);
  const first = useMemo(() => firstFree(plan, availability), [plan, availability]);
  const place = chosenPlace?.plan === plan ? chosenPlace.place : first;
  if (asked !== focused) {
    setAsked(focused);
    if (focused !== undefined && focused >= 0) setPlace({ plan, place: focused });
  }

  const followView = useEffectEvent(() => {
    const map = engine.current;
    if (!map) return;
    placeTooltip(tooltip.current, map, tip);
    if (limits.in !== map.canZoomIn || limits.out !== map.canZoomOut)
      setLimits({ in: map.canZoomIn, out: map.canZoomOut });
  });
  const settled = useEffectEvent(() => {
    const map = engine.current;
    if (!map || map.moving || !box.current) return;
    const { scale, x, y } = map.view;
    box.current.dataset["view"] = [scale, x, y].map((value) => value.toFixed(3)).join(" ");
    const middle = map.sectionAt({ x: map.size.width / 2, y: map.size.height / 2 });
    setWhere(map.showsSections || !map.canZoomOut ? "" : labelIn(plan.sections[middle]?.name ?? "", locale));
  });

  const moveTo = (next: number) => {
    setPlace({ plan, place: next });
    setRing(true);
    setTip({ place: next });
    engine.current?.reveal(next);
  };
  const pick = (seat: number) => {
    if (isFree(seat) || selected.has(seat)) onPick(seat);
  };

  const tap = useEffectEvent((point: Point, finger: boolean) => {
    const map = engine.current;
    if (!map) return;
    setRing(false);
    if (finger && !map.fingerPicks) {
      map.zoomForFingers(point);
      setHint(true);
      setTip(null);
      return;
    }
    if (map.showsSections) {
      map.zoomForFingers(point);
      return;
    }
    const seat = map.placeAt(point, finger ? FINGER : Math.max(MOUSE, map.seat * 0.55));
    if (seat === -1) {
      setTip(null);
      return;
    }
    setHint(false);
    setPlace({ plan, place: seat });
    setTip({ place: seat });
    pick(seat);
  });
  const ownsWheel = useEffectEvent(() => screen.full);
  const hover = useEffectEvent((point: Point | null) => {
    const map = engine.current;
    if (!map) return;
    if (!point) {
      if (!ring) setTip(null);
      return;
    }
    const seat = map.showsSections ? -1 : map.placeAt(point, Math.max(MOUSE, map.seat * 0.55));
    const section = seat === -1 && map.showsSections ? map.sectionAt(point) : -1;
    if (seat !== -1) setTip((now) => (now && "place" in now && now.place === seat ? now : { place: seat }));
    else if (section !== -1)
      setTip((now) => (now && "section" in now && now.section === section ? now : { section, point }));
    else setTip(null);
  });

  useLayoutEffect(() => {
    const { current: node } = stage;
    const { current: lower } = planCanvas;
    const { current: seats } = seatsCanvas;
    const { current: upper } = marksCanvas;
    const { current: touched } = surface;
    if (!node || !lower || !seats || !upper || !touched) return;
    const map = new SeatMapEngine(lower, seats, upper, { onView: () => followView(), onStill: () => settled() });
    engine.current = map;
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = node;
      map.resize({ width, height }, window.devicePixelRatio, width < NARROW ? BUTTON_ROW : 0);
    };
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(node);
    const stop = listenToGestures(touched, map, {
      onTap: (point, finger) => tap(point, finger),
      onHover: (point) => hover(point),
      ownsWheel: () => ownsWheel(),
    });
    const redraw = () => map.refresh();
    document.fonts.addEventListener("loadingdone", redraw);
    return () => {
      document.fonts.removeEventListener("loadingdone", redraw);
      watcher.disconnect();
      stop();
      map.destroy();
      engine.current = null;
    };
  }, []);

  useLayoutEffect(() => {
    if (!box.current || !engine.current) return;
    palette.current = {
      colors,
      forced,
      palette: reusable(palette.current, colors, forced) ?? paletteOf(box.current, colors, forced),
    };
    engine.current.show(plan, availability, palette.current.palette, shapes, locale);
    settled();
  }, [plan, availability, colors, shapes, forced, locale]);
  useLayoutEffect(() => {
    if (engine.current) engine.current.calm = calm;
  }, [calm]);
  useLayoutEffect(() => {
    const shown = tip && "place" in tip ? tip.place : -1;
    engine.current?.mark({ selected, hovered: ring ? -1 : shown, focused: ring ? place : -1 });
  }, [plan, selected, ring, place, tip]);
  useLayoutEffect(() => {
    if (engine.current) placeTooltip(tooltip.current, engine.current, tip);
  }, [tip]);

  useEffect(() => {
    if (focused !== undefined && focused >= 0) engine.current?.reveal(focused);
  }, [focused]);
  useEffect(() => {
    if (!hint) return;
    const timer = setTimeout(() => setHint(false), HINT_FOR);
    return () => clearTimeout(timer);
  }, [hint]);

  const zoom = (factor: number) =>
    engine.current?.zoomBy(factor, ring ? engine.current.seatAt(place) : undefined, true);
  const onKey = (event: KeyboardEvent) => {
    const action = actionOf(event);
    const map = engine.current;
    if (!action || !map?.grid || place < 0) return;
    event.preventDefault();
    // The first key shows where one is.
    if ("step" in action) moveTo(ring ? stepFrom(plan, map.grid, place, action.step) : place);
    else if (action.act === "pick") pick(place);
    else if (action.act === "zoomIn") zoom(ZOOM_IN);
    else if (action.act === "zoomOut") zoom(ZOOM_OUT);
    else if (action.act === "reset") map.reset();
    else if (action.act === "find") setFinding(true);
    else if (screen.spread) screen.leave();
    else {
      setTip(null);
      box.current?.querySelector("button")?.focus();
    }
  };
  const find = (text: string): boolean => {
    const found = findOnPlan(plan, text, plan.section[place] ?? -1);
    const to = found ? placeOfFound(plan, found, isFree) : -1;
    if (to === -1) return false;
    closeFinding();
    moveTo(to);
    return true;
  };
  // To the map, whose cell then says where one is.
  const closeFinding = () => {
    setFinding(false);
    setLed((turn) => turn + 1);
  };
  useEffect(() => {
    if (led > 0) surface.current?.focus();
  }, [led]);

  const canPick = tip !== null && "place" in tip && (isFree(tip.place) || selected.has(tip.place));
  return (
    <div
      ref={box}
      data-seat-map=""
      className={`overflow-hidden bg-raised text-ink ${screen.full ? "flex flex-col" : ""} ${screen.spread ? "fixed inset-0 z-50" : `relative ${screen.full ? "" : "rounded-card rule"} ${className}`}`}
      style={{ aspectRatio: screen.spread ? undefined : `${plan.box.width} / ${plan.box.height}` }}
    >
      <div ref={stage} className={screen.full ? "relative min-h-0 grow" : "absolute inset-0"}>
        <canvas ref={planCanvas} aria-hidden="true" className="absolute inset-0 size-full" />
        <canvas
          ref={seatsCanvas}
          aria-hidden="true"
          className="absolute inset-0 size-full [image-rendering:pixelated]"
        />
        <canvas ref={marksCanvas} aria-hidden="true" className="absolute inset-0 size-full" />
        <div
          ref={surface}
          role="grid"
          tabIndex={0}
          aria-label={t("LANG_SEATMAP_LABEL")}
          aria-describedby={`${id}keys`}
          aria-multiselectable="true"
          aria-activedescendant={painted && place >= 0 ? cellId(id, place) : undefined}
          className={`group absolute inset-0 overflow-hidden -outline-offset-4 select-none ${canPick ? "cursor-pointer" : "cursor-grab active:cursor-grabbing"}`}
          style={{ touchAction: limits.out || screen.full ? "none" : "pan-y" }}
          onKeyDown={onKey}
          onFocus={(event) => {
            if (place >= 0 && event.currentTarget.matches(":focus-visible")) moveTo(place);
          }}
          onBlur={() => {
            setRing(false);
            setTip(null);
          }}
        >
          {painted && (
            <CurrentRow
              id={id}
              plan={plan}
              place={place}
              selected={selected}
              availability={availability}
              describe={describe}
            />
          )}
        </div>
        <p id={`${id}keys`} className={ring ? `${NOTE} max-w-xl max-sm:sr-only` : "sr-only"}>
          {t("LANG_SEATMAP_KEYS")}
        </p>
        {where && !finding && (
          <p
            aria-hidden="true"
            className="display pointer-events-none absolute top-3 left-3 max-w-[70%] bg-raised px-2 pt-1 text-lg"
          >
            {where}
          </p>
        )}
        <p role="status" className={hint ? NOTE : "sr-only"}>
          {hint && t("LANG_SEATMAP_TAP_CLOSER")}
        </p>
        <Tooltip
          ref={tooltip}
          plan={plan}
          tip={tip}
          availability={availability}
          selected={selected}
          describe={describe}
          colors={colors}
          shapes={shapes}
        />
        <MapButtons
          limits={limits}
          full={screen.full}
          onIn={() => zoom(ZOOM_IN)}
          onOut={() => zoom(ZOOM_OUT)}
          onReset={() => engine.current?.reset()}
          onFull={screen.toggle}
          onFind={() => setFinding(true)}
        />
        {finding && <FindField onFind={find} onClose={closeFinding} />}
      </div>
      {screen.full && <div ref={onSlot} className="max-h-[45%] shrink-0 overflow-y-auto" />}
    </div>
  );
}

/** Whether the first picture has been painted: nothing that the eye does not see comes before it. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), FIRST_PICTURE);
    return () => clearTimeout(timer);
  }, []);
  return painted;
}

interface Painted {
  readonly colors: readonly string[];
  readonly forced: boolean;
  readonly palette: Palette;
}

const reusable = (one: Painted | null, colors: readonly string[], forced: boolean) =>
  one?.colors === colors && one.forced === forced ? one.palette : undefined;

function firstFree(plan: SeatPlan, availability: Availability | undefined): number {
  for (let place = 0; place < plan.count; place++)
    if (plan.kind[place] !== NOT_SOLD && (availability?.isFree(place) ?? true)) return place;
  return plan.count > 0 ? 0 : -1;
}
