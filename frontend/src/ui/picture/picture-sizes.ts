/** What holds from a width of the window on; `base` below all of them. */
export type ByWidth<T> = { base: T } & Partial<Record<"sm" | "md" | "lg", T>>;

const BREAKPOINTS = [
  ["lg", "68rem"],
  ["md", "52rem"],
  ["sm", "40rem"],
] as const;

/** Of the three pixels that a phone has for one of CSS two can be told apart, and are half the bytes. */
const SPARED = 0.68;
const FINEST = "(min-resolution: 2.5dppx)";
/** Where a frame cuts much of a picture off, more is loaded than seen: there it is spared sooner. */
const FINER = "(min-resolution: 1.5dppx)";

/**
 * The `sizes` of a picture, which covers frames as wide as `widths` say (CSS lengths) and of that `ratio`, width to height
 * (none: the picture's own): how wide the picture itself is there. Fine screens need not load it for more than `finest`.
 */
export function sizesOf(
  picture: { width: number; height: number },
  widths: ByWidth<string>,
  ratio?: ByWidth<number>,
  finest?: number,
): string {
  const overhang = (frame: number | undefined) => Math.max(1, frame ? picture.width / picture.height / frame : 1);
  const wide = BREAKPOINTS.filter(([name]) => widths[name] ?? ratio?.[name]).flatMap(([name, from]) => {
    const width = times(valueAt(widths, name), overhang(ratio && valueAt(ratio, name)));
    const plain = `(min-width: ${from}) ${width}`;
    return finest ? [`(min-width: ${from}) and ${FINER} min(${width}, ${finest}px)`, plain] : [plain];
  });
  const cut = overhang(ratio?.base);
  return [...wide, `${cut > 1.2 ? FINER : FINEST} ${times(widths.base, cut * SPARED)}`, times(widths.base, cut)].join(
    ", ",
  );
}

function valueAt<T>(values: ByWidth<T>, from: "sm" | "md" | "lg"): T {
  const below = BREAKPOINTS.slice(BREAKPOINTS.findIndex(([name]) => name === from));
  const known = below.find(([name]) => values[name] !== undefined);
  return (known && values[known[0]]) ?? values.base;
}

const times = (width: string, factor: number) => (factor === 1 ? width : `calc(${width} * ${factor.toFixed(2)})`);
