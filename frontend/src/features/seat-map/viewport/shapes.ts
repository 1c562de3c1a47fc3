/** Categories differ by shape too: who cannot tell the colours apart can tell these. */
export const SEAT_SHAPES = ["circle", "diamond", "hexagon", "triangle", "square", "star"] as const;
export type SeatShape = (typeof SEAT_SHAPES)[number];

/** Up to this radius corners look round anyway; in pixels. */
const SHARP_UP_TO = 6;

interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  closePath(): void;
}

const corners = (count: number, turn: number, size: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = ((turn + at / count) * 2 - 0.5) * Math.PI;
    return [Math.cos(angle) * size, Math.sin(angle) * size];
  });

/** About the middle, sized to look as large as a circle of radius 1. */
export const OUTLINES: Record<Exclude<SeatShape, "circle">, readonly (readonly [number, number])[]> = {
  square: corners(4, 0.125, 1.24),
  triangle: corners(3, 0, 1.28).map(([x, y]) => [x, y + 0.18]),
  diamond: corners(4, 0, 1.2),
  hexagon: corners(6, 0, 1.08),
  star: corners(10, 0, 1.25).map(([x, y], at) => (at % 2 ? [x * 0.62, y * 0.62] : [x, y])),
};

/** Adds one shape to a path. */
export function addShape(pen: Pen, shape: SeatShape, x: number, y: number, radius: number): void {
  if (shape === "circle") {
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, Math.PI * 2);
    return;
  }
  if (shape === "square" && radius > SHARP_UP_TO) {
    const half = radius * 0.9;
    pen.roundRect(x - half, y - half, half * 2, half * 2, radius * 0.22);
    return;
  }
  const outline = OUTLINES[shape];
  for (let at = 0; at < outline.length; at++) {
    const corner = outline[at];
    if (!corner) continue;
    if (at === 0) pen.moveTo(x + corner[0] * radius, y + corner[1] * radius);
    else pen.lineTo(x + corner[0] * radius, y + corner[1] * radius);
  }
  pen.closePath();
}

/** Strokes in a square from -1 to 1: a wheelchair seen from the side, and two people. */
export const WHEELCHAIR_LINES = "M-.22-.62V.12H.34L.56.66M-.22-.22H.28M-.42.02A.42.42 0 1 0 .26.52";
export const COMPANION_LINES = "M-.62.6V.3A.3.3 0 0 1-.02.3V.6M.1.6V.3A.3.3 0 0 1 .66.3V.6M-.32-.46V-.42M.38-.46V-.42";
