/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

const HEX = /^#([0-9a-f]{6})$/i;
const RGB = /^rgb\((\d+),? (\d+),? (\d+)\)$/;

/** The ways of writing in which colours mostly come: asking the browser for each takes a slow phone milliseconds. */
function plainColour(css: string): Rgb | undefined {
  const hex = HEX.exec(css)?.[1];
  if (hex)
    return [
      Number.parseInt(hex.slice(0, 2), 16),
      Number.parseInt(hex.slice(2, 4), 16),
      Number.parseInt(hex.slice(4), 16),
    ];
  const rgb = RGB.exec(css);
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : undefined;
}

let probe: CanvasRenderingContext2D | null | undefined;

/** What the browser makes of any CSS colour; `otherwise` where it knows none. */
export function resolveColour(css: string, otherwise: Rgb): Rgb {
  const plain = plainColour(css);
  if (plain) return plain;
  if (!css || !CSS.supports("color", css)) return otherwise;
  probe ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  if (!probe) return otherwise;
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = css;
  probe.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = probe.getImageData(0, 0, 1, 1).data;
  return alpha === 0 ? otherwise : [red, green, blue];
}

export const cssOf = (colour: Rgb): string => `rgb(${colour.map(Math.round).join(" ")})`;

export const mix = (from: Rgb, to: Rgb, part: number): Rgb => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
];

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) =>
    value <= 10.3 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The candidate that stands out most. */
export const standsOut = (ground: Rgb, ...candidates: readonly [Rgb, ...Rgb[]]): Rgb =>
  candidates.reduce((best, one) => (contrast(one, ground) > contrast(best, ground) ? one : best));

/** The colour, darker or lighter until it has that contrast to the ground. */
export function readable(colour: Rgb, ground: Rgb, ratio: number): Rgb {
  const pole = standsOut(ground, BLACK, WHITE);
  for (let part = 0; part < 1; part += 0.04) {
    const mixed = mix(colour, pole, part);
    if (contrast(mixed, ground) >= ratio) return mixed;
  }
  return pole;
}
