interface Focus {
  focusX: number;
  focusY: number;
}

/** There is a class for each of these percents. */
const STEP = 5;

/** The classes that keep a picture's focus in sight where its frame cuts it off; `narrow` is shown to phones instead. */
export function focusClasses(image: Focus, narrow?: Focus | null): string {
  return narrow ? `at-focus ${point(narrow)} ${point(image, "md:")}` : `at-focus ${point(image)}`;
}

function point({ focusX, focusY }: Focus, from = ""): string {
  const [x, y] = [focusX, focusY].map((percent) => Math.round(percent / STEP) * STEP);
  return `${from}focus-x-${x} ${from}focus-y-${y}`;
}
