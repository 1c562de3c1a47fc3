import axe from "axe-core";
import { cdp, page } from "vitest/browser";

/** As tests/browsers.py has them. */
const SCREENS = { narrow: [320, 640], phone: [390, 844], desktop: [1440, 900] } as const;
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules about a whole page, of which a test shows a part. */
const OF_PAGES = ["region", "landmark-one-main", "page-has-heading-one", "bypass", "document-title", "html-has-lang"];

/** Before what is looked at is rendered, or after it: the window is so large from now on. */
export async function showOn(screen: keyof typeof SCREENS): Promise<void> {
  const [width, height] = SCREENS[screen];
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
}

/** Whether it can be seen: nothing lies over its middle, and it ends above the window's lower edge. */
export function isInSight(box: Element): boolean {
  const { left, top, width, height, bottom } = box.getBoundingClientRect();
  return bottom <= innerHeight && box.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** What makes the page scroll sideways. */
export function tooWide(): string[] {
  const edge = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= edge) return [];
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > edge + 0.5)
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`)
    .slice(-5);
}

const ends = ({ effect }: Animation): boolean => Number.isFinite(effect?.getComputedTiming().endTime ?? 0);

/** What axe finds, as readable lines, once nothing changes its colour any more. */
export async function axeViolations(part: Element = document.body): Promise<string[]> {
  const rules = Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }]));
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  );
  const { violations } = await axe.run(part, { runOnly: AXE_TAGS, rules, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

export interface Point {
  x: number;
  y: number;
}

export function middleOf(box: Element): Point {
  const { left, top, width, height } = box.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

const send = (method: string, parameters: object) =>
  cdp().send(method as "Input.dispatchMouseEvent", parameters as never);

const mouse = (type: string, point: Point, more: object = {}) =>
  send("Input.dispatchMouseEvent", { type, ...point, ...more });
const CTRL = 2;
const LEFT = { button: "left", clickCount: 1 };

/** The mouse comes there. */
export const pointAt = (point: Point) => mouse("mouseMoved", point);

/** The mouse is pressed at the first place, led over the others and released. */
export async function drag(first: Point, ...then: Point[]): Promise<void> {
  await pointAt(first);
  await mouse("mousePressed", first, LEFT);
  for (const point of then) await mouse("mouseMoved", point, { button: "left", buttons: 1 });
  await mouse("mouseReleased", then.at(-1) ?? first, LEFT);
}

/** A press of the mouse, wherever nothing else tells the place. */
export const press = (point: Point) => drag(point);

/** One notch or several of the mouse's wheel; towards oneself is positive. */
export const wheel = (point: Point, deltaY: number, ctrl = false) =>
  mouse("mouseWheel", point, { deltaX: 0, deltaY, modifiers: ctrl ? CTRL : 0 });

/** What the system wishes (a media feature and its value), for as long as something is done. */
export async function wishing(name: string, value: string, act: () => Promise<void>): Promise<void> {
  await send("Emulation.setEmulatedMedia", { features: [{ name, value }] });
  try {
    await act();
  } finally {
    await send("Emulation.setEmulatedMedia", { features: [] });
  }
}

/** Fingers come down at the first places, glide over the next ones and are lifted. */
export async function touch(first: readonly Point[], ...then: (readonly Point[])[]): Promise<void> {
  const fingers = (type: string, points: readonly Point[]) =>
    send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await fingers("touchStart", first);
  for (const points of then) await fingers("touchMove", points);
  await fingers("touchEnd", []);
}

/** A finger's tap on the middle of a box, or at a place. */
export const tap = (at: Element | Point) => touch([at instanceof Element ? middleOf(at) : at]);
