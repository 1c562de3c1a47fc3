import { visitSquares, type Reach } from "@/features/seat-map/plan/grid";
import { PLAIN, labelIn } from "@/features/seat-map/plan/plan";
import { rowNames } from "./art";
import { SECTIONS, SHAPES, SQUARES, detailOf, showsNumbers } from "./detail";
import { paintGraphics } from "./paint-graphics";
import { paintShapes, type Pen } from "./paint-seats";
import { coloursOf, nameWidthsOf, type Scene } from "./scene";
import type { SeatStamps } from "./seat-stamps";
import { CLOSED, categoryOf, kindOf } from "./styles";
import { toPlan, type Size, type View } from "./view";

/** More seats than this are stamped while they move, and more numbers than this wait until they stand still. */
const SHAPES_IN_MOTION = 600;
const NUMBERS_IN_MOTION = 250;
/** In pixels. */
const SMALLEST_NUMBER = 7;
const SMALLEST_NAME = 8;
const SMALLEST_NAME_ON_SEATS = 12;
const LARGEST_NAME = 30;
const LARGEST_NAME_ON_SEATS = 19;
const ROW_NAMES_FROM = 13;
const SEAM = 4;
const LINE = 1;

/** All but names and marks: sections, drawings, seats. */
export function paintPlan(
  pen: Pen,
  stamps: SeatStamps,
  scene: Scene,
  view: View,
  size: Size,
  ratio: number,
  moving: boolean,
): void {
  const { palette, plan, grid, buckets, styles } = scene;
  const seat = grid.pitch * view.scale;
  const detail = detailOf(seat);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.groundCss;
  pen.fillRect(0, 0, size.width, size.height);

  pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
  const from = toPlan(view, { x: -seat, y: -seat });
  const to = toPlan(view, { x: size.width + seat, y: size.height + seat });
  const area: Reach = { left: from.x, top: from.y, right: to.x, bottom: to.y };
  paintSections(pen, scene, view, area, detail === SECTIONS);
  paintGraphics(pen, scene, view);

  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (detail === SECTIONS) {
    stamps.hide();
    return;
  }
  buckets.clear();
  visitSquares(grid, area, (first, last) => buckets.add(grid.places, first, last, styles));
  if (detail === SHAPES) paintRowNames(pen, scene, view, seat, area);
  if (detail === SQUARES || (moving && buckets.count > SHAPES_IN_MOTION)) {
    stamps.paint(scene, view, seat, detail === SQUARES);
    return;
  }
  stamps.hide();
  const numbers = showsNumbers(seat) && !(moving && buckets.count > NUMBERS_IN_MOTION);
  const { places } = buckets;
  const { x, y } = plan;
  buckets.each(styles, (style, start, end) => {
    paintShapes(pen, scene, style, seat, (draw) => {
      for (let at = start; at < end; at++) {
        const place = places[at] ?? 0;
        draw((x[place] ?? 0) * view.scale + view.x, (y[place] ?? 0) * view.scale + view.y);
      }
    });
    if (numbers && style < CLOSED && kindOf(style) === PLAIN)
      paintNumbers(pen, scene, style, places.subarray(start, end), view, seat);
  });
}

function paintSections(pen: Pen, scene: Scene, view: View, area: Reach, filled: boolean): void {
  const { art, palette } = scene;
  const colours = filled ? coloursOf(scene) : [];
  pen.lineJoin = "miter";
  for (const [at, { path, left, top, right, bottom }] of art.entries()) {
    if (right < area.left || left > area.right || bottom < area.top || top > area.bottom) continue;
    // A seam of the ground keeps neighbours apart, however close they stand.
    pen.strokeStyle = palette.groundCss;
    pen.lineWidth = SEAM / view.scale;
    pen.stroke(path);
    const { fill, line } = colours[at] ?? { fill: palette.section, line: palette.sectionLine };
    pen.fillStyle = fill;
    pen.fill(path);
    if (!line) continue;
    pen.strokeStyle = line;
    pen.lineWidth = LINE / view.scale;
    pen.stroke(path);
  }
}

/** Names of sections, as long as their seats are not to be told apart. They stand above the seats. */
export function paintSectionNames(pen: Pen, scene: Scene, view: View, size: Size): void {
  const { plan, art, palette, grid, locale } = scene;
  const detail = detailOf(grid.pitch * view.scale);
  if (detail === SHAPES) return;
  const filled = detail === SECTIONS;
  const widths = nameWidthsOf(scene, pen);
  const colours = coloursOf(scene);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  let set = 0;
  for (const [at, { x, y, room, height }] of art.entries()) {
    const [px, py] = [x * view.scale + view.x, y * view.scale + view.y];
    if (px < -room || py < -height || px > size.width + room || py > size.height + height) continue;
    const high = Math.round(
      Math.min(
        filled ? LARGEST_NAME : LARGEST_NAME_ON_SEATS,
        (room * view.scale * 0.78) / (widths[at] || 1),
        height * view.scale * 0.5,
      ),
    );
    if (high < (filled ? SMALLEST_NAME : SMALLEST_NAME_ON_SEATS)) continue;
    const name = palette.nameCase(labelIn(plan.sections[at]?.name ?? "", locale));
    if (high !== set) pen.font = palette.nameFont((set = high));
    if (!filled) {
      pen.strokeStyle = palette.section;
      pen.lineWidth = Math.max(3, high / 4);
      pen.strokeText(name, px, py + high * 0.06);
    }
    pen.fillStyle = filled ? (colours[at]?.text ?? palette.ink) : palette.ink;
    pen.fillText(name, px, py + high * 0.06);
  }
}

function paintNumbers(
  pen: Pen,
  { plan, palette }: Scene,
  style: number,
  places: Uint32Array,
  view: View,
  seat: number,
): void {
  pen.fillStyle = palette.seats[categoryOf(style)]?.on ?? palette.groundCss;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  let set = 0;
  for (const place of places) {
    const number = plan.numberOf(place);
    const size = Math.min(Math.round(Math.min(seat * 0.4, 22)), Math.floor((seat * 1.3) / number.length));
    if (size < SMALLEST_NUMBER) continue;
    if (size !== set) pen.font = `650 ${(set = size)}px ${palette.numberFont}`;
    pen.fillText(
      number,
      (plan.x[place] ?? 0) * view.scale + view.x,
      (plan.y[place] ?? 0) * view.scale + view.y + size * 0.06,
    );
  }
}

function paintRowNames(pen: Pen, scene: Scene, view: View, seat: number, area: Reach): void {
  if (seat < ROW_NAMES_FROM) return;
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
