import { visitSquares, type Grid, type Reach } from "@/features/seat-map/plan/grid";
import { COMPANION, PLAIN, WHEELCHAIR, type SeatPlan } from "@/features/seat-map/plan/plan";
import { rowNames, type RowNames, type SectionArt } from "./art";
import { SECTIONS, SHAPES, SQUARES, detailOf, showsNumbers } from "./detail";
import { paintGraphics } from "./paint-graphics";
import { sectionColours, type Palette } from "./palette";
import { COMPANION_LINES, SEAT_SHAPES, WHEELCHAIR_LINES, addShape, type SeatShape } from "./shapes";
import { CLOSED, TAKEN, categoryOf, freeIn, kindOf, type Buckets } from "./styles";
import { toPlan, type Size, type View } from "./view";

/** More numbers than this wait until the plan stands still. */
const NUMBERS_IN_MOTION = 250;
/** In pixels. */
const SMALLEST_NUMBER = 7;

/** All that the lower canvas shows. */
export interface Scene {
  readonly plan: SeatPlan;
  readonly grid: Grid;
  readonly art: readonly SectionArt[];
  readonly styles: Uint16Array;
  readonly buckets: Buckets;
  readonly palette: Palette;
  readonly shapes: readonly SeatShape[];
  rowNames?: RowNames;
}

type Pen = CanvasRenderingContext2D;

const wheelchair = () => new Path2D(WHEELCHAIR_LINES);
const companion = () => new Path2D(COMPANION_LINES);

/** True when something was left for when nothing moves any more. */
export function paintPlan(pen: Pen, scene: Scene, view: View, size: Size, ratio: number, moving: boolean): boolean {
  const { palette, plan, grid } = scene;
  const seat = grid.pitch * view.scale;
  const detail = detailOf(seat);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.groundCss;
  pen.fillRect(0, 0, size.width, size.height);

  pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
  const from = toPlan(view, { x: -seat, y: -seat });
  const to = toPlan(view, { x: size.width + seat, y: size.height + seat });
  const area: Reach = { left: from.x, top: from.y, right: to.x, bottom: to.y };
  paintSections(pen, scene, view, detail === SECTIONS);
  paintGraphics(pen, plan.graphics, view, palette);

  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  let later = false;
  if (detail !== SECTIONS) {
    const { buckets } = scene;
    buckets.clear();
    visitSquares(grid, area, (first, last) => buckets.add(grid.places, first, last, scene.styles));
    if (detail === SQUARES) paintSquares(pen, scene, view, seat, ratio);
    else {
      later = showsNumbers(seat) && moving && buckets.count > NUMBERS_IN_MOTION;
      paintShapes(pen, scene, view, seat, showsNumbers(seat) && !later);
    }
  }
  if (detail === SHAPES) paintRowNames(pen, scene, view, seat, area);
  else paintSectionNames(pen, scene, view, detail === SECTIONS);
  return later;
}

function paintSections(pen: Pen, { plan, art, palette, styles }: Scene, view: View, filled: boolean): void {
  pen.lineJoin = "round";
  for (const [at, { path, category }] of art.entries()) {
    const section = plan.sections[at];
    if (!section) continue;
    const seats = section.last - section.first;
    const colours = filled ? sectionColours(palette, category, seats ? freeIn(styles, section.first, section.last) / seats : 1) : null;
    // A seam of the ground keeps neighbours apart, however close they stand.
    pen.strokeStyle = palette.groundCss;
    pen.lineWidth = 5 / view.scale;
    pen.stroke(path);
    pen.strokeStyle = colours?.line ?? palette.sectionLine;
    pen.lineWidth = 2 / view.scale;
    pen.stroke(path);
    pen.fillStyle = colours?.fill ?? palette.section;
    pen.fill(path);
  }
}

function paintSectionNames(pen: Pen, { plan, art, palette, styles }: Scene, view: View, filled: boolean): void {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  for (const [at, { category, x, y, room, height }] of art.entries()) {
    const section = plan.sections[at];
    if (!section?.name) continue;
    const name = palette.nameCase(section.name);
    pen.font = palette.nameFont(100);
    const perPixel = pen.measureText(name).width / 100;
    const size = Math.min(filled ? 30 : 19, (room * view.scale * 0.78) / perPixel, height * view.scale * 0.5);
    if (size < 8) continue;
    pen.font = palette.nameFont(Math.round(size));
    const [px, py] = [x * view.scale + view.x, y * view.scale + view.y];
    if (filled) {
      const share = section.last > section.first ? freeIn(styles, section.first, section.last) / (section.last - section.first) : 1;
      pen.fillStyle = sectionColours(palette, category, share).text;
    } else {
      pen.strokeStyle = palette.section;
      pen.lineWidth = Math.max(3, size / 4);
      pen.strokeText(name, px, py);
      pen.fillStyle = palette.ink;
    }
    pen.fillText(name, px, py + size * 0.06);
  }
}

function paintSquares(pen: Pen, { plan, styles, buckets, palette }: Scene, view: View, seat: number, ratio: number): void {
  // Whole device pixels: sharp, and several times faster than edges that have to be blended.
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const side = Math.max(1, Math.round(seat * 0.72 * ratio));
  const scale = view.scale * ratio;
  const left = view.x * ratio - side / 2 + 0.5;
  const top = view.y * ratio - side / 2 + 0.5;
  const { places } = buckets;
  const { x, y } = plan;
  buckets.each(styles, (style, from, to) => {
    const gone = style === TAKEN || style === CLOSED;
    const width = gone ? Math.max(1, Math.round(side * 0.4)) : side;
    const inset = (side - width) >> 1;
    pen.fillStyle = gone ? palette.taken : (palette.seats[categoryOf(style)]?.fill ?? palette.ink);
    for (let at = from; at < to; at++) {
      const place = places[at] ?? 0;
      pen.fillRect(((x[place] ?? 0) * scale + left + inset) | 0, ((y[place] ?? 0) * scale + top + inset) | 0, width, width);
    }
    if (gone || kindOf(style) === PLAIN || side < 4) return;
    const hole = Math.max(1, Math.round(side / 4));
    pen.fillStyle = palette.section;
    for (let at = from; at < to; at++) {
      const place = places[at] ?? 0;
      const [px, py] = [((x[place] ?? 0) * scale + left) | 0, ((y[place] ?? 0) * scale + top) | 0];
      pen.fillRect(px + hole, py + hole, side - 2 * hole, side - 2 * hole);
    }
  });
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
}

function paintShapes(pen: Pen, scene: Scene, view: View, seat: number, numbers: boolean): void {
  const { plan, styles, buckets, palette, shapes } = scene;
  const radius = seat * 0.4;
  const { places } = buckets;
  const { x, y } = plan;
  buckets.each(styles, (style, from, to) => {
    const gone = style === TAKEN || style === CLOSED;
    const kind = gone ? PLAIN : kindOf(style);
    const colours = palette.seats[categoryOf(style)];
    const shape = shapes[categoryOf(style)] ?? SEAT_SHAPES[0];
    pen.beginPath();
    for (let at = from; at < to; at++) {
      const place = places[at] ?? 0;
      const px = (x[place] ?? 0) * view.scale + view.x;
      const py = (y[place] ?? 0) * view.scale + view.y;
      if (style === TAKEN) addShape(pen, "circle", px, py, radius * 0.34);
      else if (style === CLOSED) addCross(pen, px, py, radius * 0.4);
      else if (kind === WHEELCHAIR || kind === COMPANION) pen.roundRect(px - radius, py - radius, radius * 2, radius * 2, radius * 0.4);
      else addShape(pen, shape, px, py, radius);
    }
    const colour = gone ? palette.taken : (colours?.fill ?? palette.ink);
    if (style === CLOSED) {
      pen.strokeStyle = colour;
      pen.lineWidth = Math.max(1, seat / 16);
      pen.stroke();
    } else if (kind === PLAIN) {
      pen.fillStyle = colour;
      pen.fill();
    } else {
      pen.fillStyle = palette.groundCss;
      pen.fill();
      pen.strokeStyle = colour;
      pen.lineWidth = Math.max(1.25, seat / 13);
      pen.stroke();
      if (seat >= 12) paintSigns(pen, scene, kind, places.subarray(from, to), view, radius);
    }
    if (numbers && !gone && kind === PLAIN) paintNumbers(pen, plan, places.subarray(from, to), view, seat, colours?.on ?? palette.groundCss, palette);
  });
}

function addCross(pen: Pen, x: number, y: number, half: number): void {
  pen.moveTo(x - half, y - half);
  pen.lineTo(x + half, y + half);
  pen.moveTo(x + half, y - half);
  pen.lineTo(x - half, y + half);
}

function paintSigns(pen: Pen, { plan }: Scene, kind: number, places: Uint32Array, view: View, radius: number): void {
  const sign = kind === WHEELCHAIR ? wheelchair() : companion();
  const all = new Path2D();
  for (const place of places) {
    all.addPath(sign, {
      a: radius * 0.8,
      d: radius * 0.8,
      e: (plan.x[place] ?? 0) * view.scale + view.x,
      f: (plan.y[place] ?? 0) * view.scale + view.y,
    });
  }
  pen.lineCap = pen.lineJoin = "round";
  pen.stroke(all);
  pen.lineCap = "butt";
}

function paintNumbers(pen: Pen, plan: SeatPlan, places: Uint32Array, view: View, seat: number, colour: string, palette: Palette): void {
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  let set = 0;
  for (const place of places) {
    const number = plan.numberOf(place);
    const size = Math.min(Math.round(Math.min(seat * 0.4, 22)), Math.floor((seat * 1.3) / number.length));
    if (size < SMALLEST_NUMBER) continue;
    if (size !== set) pen.font = `650 ${(set = size)}px ${palette.numberFont}`;
    pen.fillText(number, (plan.x[place] ?? 0) * view.scale + view.x, (plan.y[place] ?? 0) * view.scale + view.y + size * 0.06);
  }
}

function paintRowNames(pen: Pen, scene: Scene, view: View, seat: number, area: Reach): void {
  if (seat < 13) return;
  const { plan, grid, palette } = scene;
  const names = (scene.rowNames ??= rowNames(plan, grid));
  pen.fillStyle = palette.soft;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `500 ${Math.round(Math.min(Math.max(9, seat * 0.4), 20))}px ${palette.numberFont}`;
  for (let at = 0; at < names.x.length; at++) {
    const x = names.x[at] ?? Number.NaN;
    const y = names.y[at] ?? Number.NaN;
    if (!(x > area.left && x < area.right && y > area.top && y < area.bottom)) continue;
    pen.fillText(plan.rows[at >> 1]?.name ?? "", x * view.scale + view.x, y * view.scale + view.y);
  }
}
