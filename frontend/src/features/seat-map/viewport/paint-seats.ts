import { COMPANION, PLAIN, WHEELCHAIR } from "@/features/seat-map/plan/plan";
import type { Scene } from "./scene";
import { COMPANION_LINES, SEAT_SHAPES, WHEELCHAIR_LINES, addShape } from "./shapes";
import { CLOSED, TAKEN, categoryOf, kindOf } from "./styles";

export type Pen = CanvasRenderingContext2D;

/** Calls `draw` for the middle of each seat, in pixels. */
type Each = (draw: (x: number, y: number) => void) => void;

/** Below this size, signs on seats cannot be made out; in pixels. */
const SIGNS_FROM = 12;

/** Seats of one style, `seat` pixels wide, as shapes. */
export function paintShapes(pen: Pen, { palette, shapes }: Scene, style: number, seat: number, each: Each): void {
  const radius = seat * 0.4;
  const colours = palette.seats[categoryOf(style)];
  const colour = colours?.fill ?? palette.ink;
  const kind = style === TAKEN || style === CLOSED ? PLAIN : kindOf(style);
  pen.beginPath();
  if (style === TAKEN) {
    each((x, y) => addShape(pen, "circle", x, y, radius * 0.34));
    fill(pen, palette.taken);
  } else if (style === CLOSED) {
    const half = radius * 0.4;
    each((x, y) => {
      pen.moveTo(x - half, y - half);
      pen.lineTo(x + half, y + half);
      pen.moveTo(x + half, y - half);
      pen.lineTo(x - half, y + half);
    });
    stroke(pen, palette.taken, Math.max(1, seat / 16));
  } else if (kind === WHEELCHAIR || kind === COMPANION) {
    each((x, y) => pen.roundRect(x - radius, y - radius, radius * 2, radius * 2, radius * 0.4));
    fill(pen, palette.groundCss);
    stroke(pen, colour, Math.max(1.25, seat / 13));
    if (seat >= SIGNS_FROM) paintSigns(pen, kind, radius, each);
  } else {
    const shape = shapes[categoryOf(style)] ?? SEAT_SHAPES[0];
    each((x, y) => addShape(pen, shape, x, y, radius));
    fill(pen, colour);
  }
}

function fill(pen: Pen, colour: string): void {
  pen.fillStyle = colour;
  pen.fill();
}

function stroke(pen: Pen, colour: string, width: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

function paintSigns(pen: Pen, kind: number, radius: number, each: Each): void {
  const sign = new Path2D(kind === WHEELCHAIR ? WHEELCHAIR_LINES : COMPANION_LINES);
  const all = new Path2D();
  each((x, y) => all.addPath(sign, { a: radius * 0.8, d: radius * 0.8, e: x, f: y }));
  pen.lineCap = pen.lineJoin = "round";
  pen.stroke(all);
  pen.lineCap = "butt";
}
