import type { Availability } from "@/features/seat-map/plan/availability";
import { buildGrid, nearest, type Grid } from "@/features/seat-map/plan/grid";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
import type { Locale } from "@/lib/languages";
import { isInside, sectionArt } from "./art";
import { SECTIONS, detailOf, fingerPicks, zoomForFingers } from "./detail";
import { paintMarks, type Marks } from "./paint-marks";
import { paintPlan } from "./paint-plan";
import type { Palette } from "./palette";
import type { Scene } from "./scene";
import { SeatStamps } from "./seat-stamps";
import type { SeatShape } from "./shapes";
import { Buckets, stylesOf } from "./styles";
import {
  MAX_ZOOM,
  MIN_ZOOM,
  between,
  clampView,
  pan,
  pinch,
  resized,
  scaleAt,
  toPlan,
  toWindow,
  viewThrough,
  wholePlan,
  zoomAbout,
  zoomOf,
  type Frame,
  type Point,
  type Size,
  type View,
} from "./view";

/** After so long without a movement, what was left out is drawn; in milliseconds. */
const STILL_AFTER = 110;
const MOTION = 160;
/** A canvas of more device pixels than this is slower and no sharper to anybody. */
const MOST_PIXELS = 8_000_000;
/** Device pixels a CSS pixel: a third one more than doubles the work of slow phones. */
const SHARPEST = 2;
/** A seat that the keyboard leads to is shown at least so large, this far from the window's edge; in pixels. */
const LEGIBLE_SEAT = 14;
const SHOWN_SEAT = 24;
const EDGE = 56;

const NO_MARKS: Marks = { selected: new Set(), hovered: -1, focused: -1 };

export interface Listeners {
  /** After every change of what is to be seen where. */
  onView: () => void;
  onStill: () => void;
}

/** Draws a plan on three canvases: the hall, its seats as far as they are stamped, and what is named, chosen and pointed at. */
export class SeatMapEngine {
  readonly #plan: CanvasRenderingContext2D | null;
  readonly #stamps: SeatStamps;
  readonly #marks: CanvasRenderingContext2D | null;
  readonly #listeners: Listeners;
  #scene: Scene | undefined;
  #availability: Availability | undefined;
  #marked: Marks = NO_MARKS;
  #frame: Frame = { box: { x: 0, y: 0, width: 1, height: 1 }, size: { width: 0, height: 0 }, covered: 0 };
  #view: View = { scale: 1, x: 0, y: 0 };
  #ratio = 1;
  #planDirty = false;
  #marksDirty = false;
  /** Until the first picture of a plan is painted; its names, which take long, come when it is on the screen. */
  #first = false;
  #moving = false;
  #request = 0;
  #still: ReturnType<typeof setTimeout> | undefined;
  #flight: { from: View; to: View; start: number } | undefined;
  /** Without motion, every change of the view is at once. */
  calm = false;

  constructor(plan: HTMLCanvasElement, seats: HTMLCanvasElement, marks: HTMLCanvasElement, listeners: Listeners) {
    this.#plan = plan.getContext("2d", { alpha: false });
    this.#stamps = new SeatStamps(seats);
    this.#marks = marks.getContext("2d");
    this.#listeners = listeners;
  }

  get view(): View {
    return this.#view;
  }
  get zoom(): number {
    return zoomOf(this.#view, this.#frame);
  }
  get size(): Size {
    return this.#frame.size;
  }
  get canZoomIn(): boolean {
    return this.zoom < MAX_ZOOM * 0.999;
  }
  get canZoomOut(): boolean {
    return this.zoom > MIN_ZOOM * 1.001;
  }
  /** Pixels from seat to seat. */
  get seat(): number {
    return (this.#scene?.grid.pitch ?? 1) * this.#view.scale;
  }
  /** Until it has stood still for a moment. */
  get moving(): boolean {
    return this.#moving;
  }
  get showsSections(): boolean {
    return detailOf(this.seat) === SECTIONS;
  }

  show(
    plan: SeatPlan,
    availability: Availability | undefined,
    palette: Palette,
    shapes: readonly SeatShape[],
    locale: Locale,
  ): void {
    const same = this.#scene?.plan === plan ? this.#scene : undefined;
    const grid = same?.grid ?? buildGrid(plan);
    this.#scene = {
      plan,
      grid,
      art: same?.art ?? sectionArt(plan, grid.pitch),
      styles: same && this.#availability === availability ? same.styles : stylesOf(plan, availability),
      buckets: same?.buckets ?? new Buckets(plan.count),
      palette,
      shapes,
      locale,
      ...(same?.rowNames && { rowNames: same.rowNames }),
    };
    this.#availability = availability;
    if (!same) {
      this.#frame = { ...this.#frame, box: plan.box };
      this.#view = wholePlan(this.#frame);
      this.#marked = NO_MARKS;
    }
    this.#changed();
    if (same) return;
    // The first picture comes with the frame that shows its place, not with the next.
    this.#first = true;
    this.#paint(performance.now());
  }

  mark(marks: Partial<Marks>): void {
    this.#marked = { ...this.#marked, ...marks };
    this.#marksDirty = true;
    this.#ask();
  }

  /** In CSS pixels; the middle stays in the middle. */
  resize(size: Size, ratio: number, covered: number): void {
    if (size.width <= 0 || size.height <= 0) return;
    const before = this.#frame;
    const sharp = Math.min(ratio, SHARPEST, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
    const same = before.size.width === size.width && before.size.height === size.height && before.covered === covered;
    if (same && this.#ratio === sharp) return;
    this.#frame = { ...before, size, covered };
    this.#view = before.size.width > 0 ? resized(this.#view, before, this.#frame) : wholePlan(this.#frame);
    this.#flight = undefined;
    this.#ratio = sharp;
    this.#stamps.resize(size, this.#ratio);
    for (const pen of [this.#plan, this.#marks]) {
      if (!pen) continue;
      pen.canvas.width = Math.round(size.width * this.#ratio);
      pen.canvas.height = Math.round(size.height * this.#ratio);
    }
    this.#changed();
    // An emptied canvas must not be seen.
    this.#paint(performance.now());
  }

  /** Draws anew with fonts that have come. */
  refresh(): void {
    if (this.#scene) delete this.#scene.nameWidths;
    this.#changed();
  }

  move(dx: number, dy: number): void {
    this.#set(pan(this.#view, dx, dy, this.#frame));
  }

  zoomBy(factor: number, point?: Point, slowly = false): void {
    const from = slowly ? (this.#flight?.to ?? this.#view) : this.#view;
    this.#go(zoomAbout(from, point ?? this.#middle(), factor, this.#frame), slowly);
  }

  zoomTo(zoom: number, point: Point): void {
    this.#go(viewThrough(toPlan(this.#view, point), point, scaleAt(zoom, this.#frame), this.#frame), true);
  }

  pinch(before: readonly [Point, Point], now: readonly [Point, Point]): void {
    this.#set(pinch(this.#view, before, now, this.#frame));
  }

  reset(): void {
    this.#go(wholePlan(this.#frame), true);
  }

  /** Brings a seat into sight, near enough to be told from its neighbours. */
  reveal(place: number): void {
    const at = this.seatAt(place);
    if (!at || !this.#scene) return;
    const seat = { x: this.#scene.plan.x[place] ?? 0, y: this.#scene.plan.y[place] ?? 0 };
    if (this.seat < LEGIBLE_SEAT && this.canZoomIn) {
      this.#go(viewThrough(seat, this.#middle(), (this.#view.scale * SHOWN_SEAT) / this.seat, this.#frame), true);
      return;
    }
    const { width, height } = this.#frame.size;
    const inside = at.x >= EDGE && at.y >= EDGE && at.x <= width - EDGE && at.y <= height - EDGE;
    if (!inside) this.#go(viewThrough(seat, this.#middle(), this.#view.scale, this.#frame), true);
  }

  get fingerPicks(): boolean {
    return fingerPicks(this.zoom, this.seat);
  }

  /** To where fingers can pick. */
  zoomForFingers(point: Point): void {
    this.zoomTo(zoomForFingers(this.zoom, this.seat), point);
  }

  /** The seat below a point of the window, at most `reach` pixels away; -1 for none. */
  placeAt(point: Point, reach: number): number {
    if (!this.#scene) return -1;
    const { x, y } = toPlan(this.#view, point);
    return nearest(this.#scene.plan, this.#scene.grid, x, y, reach / this.#view.scale);
  }

  /** The section below a point of the window; -1 for none. */
  sectionAt(point: Point): number {
    const { x, y } = toPlan(this.#view, point);
    return this.#scene?.art.findLastIndex(({ outline }) => isInside(outline, x, y)) ?? -1;
  }

  /** Where a seat stands in the window. */
  seatAt(place: number): Point | undefined {
    const plan = this.#scene?.plan;
    return plan && place >= 0 && place < plan.count
      ? toWindow(this.#view, plan.x[place] ?? 0, plan.y[place] ?? 0)
      : undefined;
  }

  get grid(): Grid | undefined {
    return this.#scene?.grid;
  }

  destroy(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#still);
    this.#scene = undefined;
  }

  #middle(): Point {
    return { x: this.#frame.size.width / 2, y: this.#frame.size.height / 2 };
  }

  #go(to: View, slowly: boolean): void {
    if (!slowly || this.calm) {
      this.#set(to);
      return;
    }
    // The stop before this flight must not end it.
    clearTimeout(this.#still);
    this.#flight = { from: this.#view, to, start: performance.now() };
    this.#moving = true;
    this.#ask();
  }

  #set(view: View): void {
    this.#flight = undefined;
    this.#view = clampView(view, this.#frame);
    this.#moving = true;
    this.#changed();
  }

  #changed(): void {
    this.#planDirty = this.#marksDirty = true;
    this.#ask();
  }

  #ask(): void {
    this.#request ||= requestAnimationFrame((now) => this.#paint(now));
  }

  /** The frame that begins now brings the picture to the screen, the next one may still wait for it. */
  #askLater(): void {
    this.#request = requestAnimationFrame(() => {
      this.#request = requestAnimationFrame(() => {
        this.#request = 0;
        this.#ask();
      });
    });
  }

  #paint(now: number): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    const scene = this.#scene;
    if (!scene || this.#frame.size.width === 0) return;
    if (this.#flight) {
      const { from, to, start } = this.#flight;
      const time = Math.min(1, Math.max(0, (now - start) / MOTION));
      this.#view = between(from, to, 1 - (1 - time) ** 3);
      if (time >= 1) this.#flight = undefined;
      this.#planDirty = this.#marksDirty = true;
    }
    if (this.#planDirty && this.#plan) {
      this.#planDirty = false;
      paintPlan(this.#plan, this.#stamps, scene, this.#view, this.#frame.size, this.#ratio, this.#moving);
    }
    if (this.#first) {
      this.#first = false;
      this.#askLater();
    } else if (this.#marksDirty && this.#marks) {
      this.#marksDirty = false;
      paintMarks(this.#marks, scene, this.#marked, this.#view, this.#frame.size, this.#ratio);
    }
    this.#listeners.onView();
    if (this.#flight) this.#ask();
    else if (this.#moving) this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#still);
    this.#still = setTimeout(() => {
      this.#moving = false;
      this.#changed();
      this.#listeners.onStill();
    }, STILL_AFTER);
  }
}
