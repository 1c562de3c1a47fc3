import { paintSectionNames } from "./paint-plan";
import type { Pen } from "./paint-seats";
import type { Palette } from "./palette";
import type { Scene } from "./scene";
import { toWindow, type Size, type View } from "./view";

/** What lies above the plan and changes without it. */
export interface Marks {
  readonly selected: ReadonlySet<number>;
  /** -1 for none. */
  readonly hovered: number;
  readonly focused: number;
}

/** Chosen seats, however far away, are never smaller; in pixels. */
const SMALLEST_CHOSEN = 4;

export function paintMarks(pen: Pen, scene: Scene, marks: Marks, view: View, size: Size, ratio: number): void {
  const { plan, palette, grid } = scene;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, size.width, size.height);
  paintSectionNames(pen, scene, view, size);
  const seat = grid.pitch * view.scale;
  const at = (place: number) => toWindow(view, plan.x[place] ?? 0, plan.y[place] ?? 0);
  for (const place of marks.selected) if (place >= 0 && place < plan.count) paintChosen(pen, at(place), seat, palette);
  if (marks.hovered >= 0) ring(pen, at(marks.hovered), Math.max(seat * 0.5, 6), 2, palette.ink, palette.groundCss);
  if (marks.focused >= 0) ring(pen, at(marks.focused), Math.max(seat * 0.6, 9), 3, palette.focus, palette.groundCss);
}

function paintChosen(pen: Pen, { x, y }: { x: number; y: number }, seat: number, palette: Palette): void {
  const radius = Math.max(seat * 0.49, SMALLEST_CHOSEN);
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fillStyle = palette.selected;
  pen.fill();
  // Wide enough to hide the corners of the shape below.
  pen.strokeStyle = palette.groundCss;
  pen.lineWidth = Math.max(1.5, radius * 0.16);
  pen.stroke();
  if (radius < 5) return;
  pen.beginPath();
  pen.moveTo(x - radius * 0.42, y + radius * 0.02);
  pen.lineTo(x - radius * 0.1, y + radius * 0.36);
  pen.lineTo(x + radius * 0.46, y - radius * 0.34);
  pen.lineWidth = Math.max(1.5, radius * 0.2);
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = palette.onSelected;
  pen.stroke();
}

function ring(
  pen: Pen,
  { x, y }: { x: number; y: number },
  radius: number,
  width: number,
  colour: string,
  halo: string,
): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.strokeStyle = halo;
  pen.lineWidth = width + 3;
  pen.stroke();
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}
