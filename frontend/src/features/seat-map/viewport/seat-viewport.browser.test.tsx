import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import SeatedSaleView from "@/features/seat-map/sale";
import { evening, openHall, seatOnPlan, SOURCE } from "@/testing/hall";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations, drag, pointAt, press, showOn, tap, touch, wheel, wishing, type Point } from "@/testing/screens";

const SEAT = "Parkett B, Reihe 6, Platz 16";
const HERE = ["Parkett B", 6, 16] as const;

/** The map, once it is drawn. */
async function open() {
  await openHall();
  await renderPage(
    <main>
      <h1>Das große Licht</h1>
      <h2>Tickets</h2>
      <SeatedSaleView sale={evening} source={SOURCE} />
      <footer style={{ height: "60rem" }}>Merchstand</footer>
    </main>,
    { answers: { CART: () => ({ data: { cart: null } }) } },
  );
  await expect.poll(() => box().dataset["view"]).toMatch(/\d/);
  box().scrollIntoView({ block: "center" });
}

function box(): HTMLElement {
  return document.querySelector<HTMLElement>("[data-seat-map]") ?? document.body;
}

/** Pixels = plan * scale + offset, once nothing moves any more. */
async function view() {
  let [before, now] = ["", "unknown"];
  while (before !== now) {
    await new Promise((resolve) => setTimeout(resolve, 350));
    [before, now] = [now, box().dataset["view"] ?? ""];
  }
  const [scale = 0, x = 0, y = 0] = now.split(" ").map(Number);
  return { scale, x, y };
}

/** A part of the map's width and height from its corner, in the window. */
function point(across = 0.5, down = 0.6): Point {
  const { left, top, width, height } = box().getBoundingClientRect();
  return { x: left + width * across, y: top + height * down };
}

/** Where a seat is drawn, in the window. */
async function seat(...place: Parameters<typeof seatOnPlan>): Promise<Point> {
  const at = seatOnPlan(...place);
  const { scale, x, y } = await view();
  const { left, top } = box().getBoundingClientRect();
  return { x: left + at.x * scale + x, y: top + at.y * scale + y };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const nearer = button("Näher heran");
const grid = page.getByRole("grid", { name: "Saalplan" });
/** The cell on which the keyboard stands. */
const current = () => document.getElementById(grid.element().getAttribute("aria-activedescendant") ?? "");
const said = () => current()?.textContent;
const isChosen = () => current()?.getAttribute("aria-selected");
const chosen = () => document.querySelectorAll("[role=gridcell][aria-selected=true]").length;
const tip = () =>
  [...box().querySelectorAll<HTMLElement>("div[aria-hidden=true]")].find((one) => one.textContent)?.textContent ?? "";

const zooms = proves(
  "catalogue §2, §9",
  "the map zooms from 1 to 25 by 1.25 and 0.75, by wheel with Ctrl towards the pointer and by buttons, and shows the whole plan again",
);

it("zooms by wheel and buttons by the same steps, from 1 to 25", zooms, async () => {
  await open();
  const whole = await view();
  await expect.element(button("Weiter weg")).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(nearer);
  expect((await view()).scale / whole.scale).toBeCloseTo(1.25, 2);
  await userEvent.click(button("Weiter weg"));
  expect((await view()).scale / whole.scale).toBeCloseTo(1, 2); // 1.25 * 0.75 is less than 1
  const middle = point();
  const { left } = box().getBoundingClientRect();
  const below = ({ scale, x }: { scale: number; x: number }) => (middle.x - left - x) / scale;
  await pointAt(middle);
  await wheel(middle, -100, true);
  const after = await view();
  expect(after.scale / whole.scale).toBeCloseTo(1.25, 2);
  expect(Math.abs(below(after) - below(whole))).toBeLessThan(2); // what lies below the pointer stays there
  for (let turn = 0; turn < 20; turn++) await wheel(middle, -100, true);
  expect((await view()).scale / whole.scale).toBeCloseTo(25, 1);
  await expect.element(nearer).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(button("Ganzen Plan zeigen"));
  expect(await view()).toEqual(whole);
  for (const name of ["Näher heran", "Weiter weg", "Ganzen Plan zeigen", "Vollbild"]) {
    const { width, height } = button(name).element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  }
});

const moves = proves(
  "catalogue §2",
  "the wheel scrolls the page across the map and zooms with Ctrl; dragging moves the plan and chooses nothing",
);

it("lets the wheel scroll the page, and zooms with Ctrl", moves, async () => {
  await open();
  await userEvent.click(nearer);
  const near = await view();
  const before = scrollY;
  await pointAt(point());
  await wheel(point(), 200);
  await expect.poll(() => scrollY).toBeGreaterThan(before);
  expect(await view()).toEqual(near);
  const scrolled = scrollY;
  await wheel(point(), -100, true);
  expect((await view()).scale).toBeGreaterThan(near.scale);
  expect(scrollY).toBe(scrolled);
});

it("moves under a mouse that drags, which chooses nothing", moves, async () => {
  await open();
  for (let step = 0; step < 6; step++) await userEvent.click(nearer);
  const before = await view();
  await drag(point(0.5, 0.5), point(0.46, 0.48), point(0.4, 0.45));
  const after = await view();
  expect([after.x < before.x, after.y < before.y, after.scale]).toEqual([true, true, before.scale]);
  expect(chosen()).toBe(0);
});

const tells = proves(
  "catalogue §2, §4",
  "a seat's tooltip tells name, category, price and whether it can be had; pressing chooses and releases it",
);

it("tells of the seat below the mouse, which chooses and releases it", tells, async () => {
  await open();
  for (let step = 0; step < 4; step++) await userEvent.click(nearer);
  const at = await seat(...HERE);
  await pointAt(at);
  await expect.poll(tip).toContain(SEAT);
  expect(tip()).toContain("Kategorie 1");
  expect(tip()).toContain("€");
  await press(at);
  await expect.poll(tip).toContain("gewählt");
  expect(isChosen()).toBe("true");
  await press(at);
  await expect.poll(isChosen).toBe("false");
});

it(
  "lets a finger choose nothing below zoom 4, and leads it nearer",
  proves("catalogue §4", "a finger chooses nothing below zoom 4: a tap leads nearer, and a hint says so"),
  async () => {
    await showOn("phone");
    await open();
    const whole = await view();
    await tap(await seat("Unterrang 101", 5, 9));
    await expect.element(page.getByRole("status").filter({ hasText: "nah genug" })).toBeVisible();
    expect((await view()).scale).toBeGreaterThanOrEqual(whole.scale * 4);
    expect(chosen()).toBe(0);
    await tap(await seat("Unterrang 101", 5, 9));
    await expect.poll(isChosen).toBe("true");
    expect(said()).toContain("Unterrang 101, Reihe 5, Platz 9");
  },
);

const fingers = proves("catalogue §4", "two fingers zoom about their middle and choose nothing");

it("zooms about the middle of two fingers, which choose nothing", fingers, async () => {
  await showOn("phone");
  await open();
  for (let step = 0; step < 9; step++) await userEvent.click(nearer); // until there is more of the plan than the map shows
  const before = await view();
  const middle = point(0.35, 0.45);
  const apart = (by: number) => [
    { x: middle.x - by, y: middle.y },
    { x: middle.x + by, y: middle.y },
  ];
  await touch(apart(20), apart(30), apart(40), apart(50), apart(60));
  const after = await view();
  const { left, top } = box().getBoundingClientRect();
  expect(after.scale / before.scale).toBeCloseTo(3, 1);
  for (const [at, start, end] of [
    [middle.x - left, before.x, after.x],
    [middle.y - top, before.y, after.y],
  ] as const)
    expect(Math.abs(at - end - ((at - start) / before.scale) * after.scale)).toBeLessThan(6); // what lies between them stays there
  expect(chosen()).toBe(0);
});

const keys = proves(
  "design §6",
  "on the map, keys lead to the spatial neighbour, along the row and to the next section, choose, zoom and leave; what they stand on is said",
);

it("is led by keys from seat to seat, which choose, zoom and leave", keys, async () => {
  await open();
  const before = await view();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}"); // the first key shows where one is
  await expect.poll(said).toContain("Parkett A, Reihe 1, Platz 1");
  for (const [key, place] of [
    ["End", "Parkett A, Reihe 1, Platz 24"],
    ["Home", "Parkett A, Reihe 1, Platz 1"],
    ["ArrowDown", "Parkett A, Reihe 2, Platz 1"],
    ["PageDown", "Parkett B"],
    ["ArrowRight", "Parkett B"],
  ] as const) {
    const was = said();
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(said).toContain(place);
    expect(said()).not.toBe(was);
  }
  expect((await view()).scale).toBeGreaterThan(before.scale); // so large that it can be told from its neighbours
  expect(tip()).toContain(said()?.split(",")[0] ?? "–");
  await userEvent.keyboard(" ");
  await expect.poll(isChosen).toBe("true");
  expect(await axeViolations()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(isChosen).toBe("false");
  const near = await view();
  await userEvent.keyboard("+");
  expect((await view()).scale / near.scale).toBeCloseTo(1.25, 2);
  await userEvent.keyboard("0");
  expect((await view()).scale).toBeCloseTo(before.scale, 2);
  await userEvent.keyboard("{Escape}");
  await expect.element(nearer).toHaveFocus();
});

const whole = proves(
  "catalogue §2",
  "the map takes the whole screen, also where the browser has no help for that; nothing behind it takes keys there",
);

it("takes the whole screen with the browser's help", whole, async () => {
  await open();
  await userEvent.click(button("Vollbild"));
  await expect.poll(() => document.fullscreenElement).toBe(box());
  expect(await axeViolations(box())).toEqual([]);
  await userEvent.click(button("Vollbild verlassen"));
  await expect.poll(() => document.fullscreenElement).toBeNull();
});

/** As iPhones are. */
async function withoutFullscreen(act: () => Promise<void>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(Element.prototype, "requestFullscreen");
  Reflect.deleteProperty(Element.prototype, "requestFullscreen");
  try {
    await act();
  } finally {
    if (own) Object.defineProperty(Element.prototype, "requestFullscreen", own);
  }
}

it("takes the whole screen without the browser's help", whole, async () => {
  await showOn("phone");
  await withoutFullscreen(async () => {
    await open();
    await userEvent.click(button("Vollbild"));
    await expect.poll(() => getComputedStyle(box()).position).toBe("fixed");
    expect(box().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    for (const behind of ["h1", "footer"]) expect(document.querySelector(behind)?.closest("[inert]")).toBeTruthy();
    const before = await view();
    await wheel({ x: 195, y: 300 }, -100); // there is no page to scroll
    expect((await view()).scale).toBeGreaterThan(before.scale);
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(button("Vollbild verlassen"));
    await expect.poll(() => getComputedStyle(box()).position).toBe("relative");
    expect(document.querySelectorAll("[inert]")).toHaveLength(0);
  });
});

it(
  "has count, total and the way into the cart below itself on the whole screen",
  proves("catalogue §2", "on the whole screen, count, total and the way into the cart stand below the map"),
  async () => {
    await showOn("phone");
    await open();
    await userEvent.click(button("Vollbild"));
    const leave = button("Vollbild verlassen");
    await userEvent.click(button("Platz suchen"));
    await userEvent.keyboard("unterrang 103 3 1{Enter}");
    await expect.poll(said).toContain("Unterrang 103, Reihe 3, Platz 1");
    await userEvent.keyboard(" {ArrowRight} ");
    const add = page.getByRole("button", { name: "In den Korb" });
    await expect.poll(() => box().textContent).toContain("78,00");
    expect(leave.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      add.element().getBoundingClientRect().top,
    );
    (leave.element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(add).toHaveFocus();
    await userEvent.click(leave);
  },
);

it(
  "has a seat's concession for the keyboard on the whole screen",
  proves(
    "catalogue §2",
    "a seat's concession is chosen in the bar at the map or the list of seats, on the map's whole screen too; the newest seat comes first",
  ),
  async () => {
    await open();
    await userEvent.click(button("Vollbild"));
    await userEvent.click(button("Platz suchen"));
    await userEvent.keyboard("parkett b 3 1{Enter}");
    await expect.poll(said).toContain("Parkett B, Reihe 3, Platz 1");
    await userEvent.keyboard(" ");
    const kinds = page.getByRole("group", { name: "Ticketart je Platz" });
    await expect.element(kinds).toBeVisible();
    const leave = button("Vollbild verlassen");
    (leave.element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(kinds.getByRole("combobox")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(() => box().textContent).toContain("71,00");
    expect(await axeViolations(box())).toEqual([]);
    await userEvent.click(leave);
  },
);

it(
  "says what there is not of what was typed to find a seat",
  proves(
    "design §6",
    'section, row or seat are found on the map by typing them, from a button or by the key "/" on it; what there is not is said',
  ),
  async () => {
    await open();
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard("/parkett b 9 1{Enter}");
    await expect.element(page.getByText("„parkett b 9 1“ gibt es auf diesem Plan nicht.")).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  },
);

const wishes = proves("design §6", "no gliding under reduced motion; the system's own colours where it forces them");

/** How many scales the plan is drawn at until it stands still. */
async function scalesDrawn(act: () => Promise<void>): Promise<number> {
  const pen = box().querySelector("canvas")?.getContext("2d");
  await view();
  if (!pen) return 0;
  const seen = new Set<string>();
  const set = pen.setTransform.bind(pen) as (...values: number[]) => void;
  pen.setTransform = (...values: unknown[]) => {
    if (values[4]) seen.add((values[0] as number).toFixed(4));
    set(...(values as number[]));
  };
  await act();
  await view();
  return seen.size;
}

it("glides", async () => {
  await open();
  expect(await scalesDrawn(() => userEvent.click(nearer))).toBeGreaterThan(1);
});

it("does not glide for who wants no motion", wishes, () =>
  wishing("prefers-reduced-motion", "reduce", async () => {
    await open();
    expect(await scalesDrawn(() => userEvent.click(nearer))).toBe(1);
  }),
);

it("is drawn in the system's colours where it forces them", wishes, async () => {
  await wishing("forced-colors", "active", async () => {
    await open();
    await view();
    const corner = box().querySelector("canvas")?.getContext("2d")?.getImageData(3, 3, 1, 1).data;
    const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    if (pen) pen.fillStyle = "Canvas";
    pen?.fillRect(0, 0, 1, 1);
    expect(corner).toEqual(pen?.getImageData(0, 0, 1, 1).data);
  });
});
