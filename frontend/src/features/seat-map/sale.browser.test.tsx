import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import SeatedSaleView from "@/features/seat-map/sale";
import { seatDialog } from "@/features/seat-map/seat-dialog";
import { activateLocale } from "@/lib/texts/i18n";
import { evening, openHall, seatId, SOURCE } from "@/testing/hall";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations, isInSight, showOn, tooWide } from "@/testing/screens";
import { showDialog } from "@/ui/dialog/show-dialog";

type Answers = NonNullable<NonNullable<Parameters<typeof renderPage>[1]>["answers"]>;

const NO_CART = { CART: () => ({ data: { cart: null } }) };
const ADDED = { addToCart: { cart: { items: [], newItemIds: [] }, seatShifts: [] } };
const refused = (extensions: Record<string, unknown>) => ({ data: null, errors: [{ message: "", extensions }] });

const sale = (
  <main className="shell">
    <h1>Das große Licht</h1>
    <h2>Tickets</h2>
    <SeatedSaleView sale={evening} source={SOURCE} />
  </main>
);

const button = (name: string | RegExp) => page.getByRole("button", { name });
const list = button("Plätze als Liste wählen");
const add = button("In den Korb");
const cell = (seat: string) => page.getByRole("gridcell", { name: new RegExp(`^${seat},`) });
const chosen = page.getByRole("list", { name: "Deine Plätze" }).getByRole("listitem");
const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });

/** The list of seats; what was asked of the server by its name. */
async function openList(answers: Answers = {}) {
  const hall = await openHall();
  const { asked } = await renderPage(sale, { answers: { ...NO_CART, ...answers } });
  await userEvent.click(list);
  const requests = () => asked.filter(({ name }) => name === "ADDTOCART").map(({ variables }) => variables["input"]);
  return { ...hall, asked, requests };
}

async function take(section: string, ...seats: string[]): Promise<void> {
  const sections = page.getByRole("combobox", { name: "Block" });
  await userEvent.selectOptions(sections, sections.getByRole("option", { name: new RegExp(`^${section} `) }));
  for (const seat of seats) await userEvent.click(cell(`${section}, ${seat}`));
}

const equal = proves(
  "purchase §8",
  "a chosen seat that is sold meanwhile is named and has an equal with one press, before and after it is asked for",
);

it("names seats that are taken when they are asked for, and takes equal ones with one press", equal, async () => {
  const ids = [1, 2].map((seat) => seatId("Parkett B", 6, seat));
  const others = [3, 4].map((seat) => seatId("Parkett B", 6, seat));
  let turn = 0;
  const answer = () =>
    turn++ === 0 ? refused({ code: "SEATS_NOT_AVAILABLE", seatIds: ids, alternatives: others }) : { data: ADDED };
  const { requests } = await openList({ ADDTOCART: answer });
  await take("Parkett B", "Reihe 6, Platz 1", "Reihe 6, Platz 2");
  await userEvent.click(add);
  await expect.element(alert("Leider nicht mehr frei: Parkett B, Reihe 6, Platz 1 und 2.")).toBeVisible();
  expect(chosen.elements()).toHaveLength(0);
  await expect.element(cell("Parkett B, Reihe 6, Platz 1")).toHaveAttribute("aria-disabled", "true");
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(button(/^Stattdessen /));
  await expect
    .poll(() => requests()[1])
    .toMatchObject({ requests: [{ productVariantId: "1", amount: 2, seatIds: others }] });
});

it("tells at once that a chosen seat is sold, and suggests another one", equal, async () => {
  const other = { id: seatId("Parkett B", 3, 9), productVariantId: "1" };
  const { sell } = await openList({ BEST_SEATS: () => ({ data: { bestSeats: [other] } }) });
  await take("Parkett B", "Reihe 3, Platz 1", "Reihe 3, Platz 2");
  sell("Parkett B", 3, 1);
  await expect.element(alert("Gerade vergeben: Parkett B, Reihe 3, Platz 1."), { timeout: 8000 }).toBeVisible();
  expect(chosen.elements()).toHaveLength(1);
  await userEvent.click(button("Ersatzplatz vorschlagen"));
  await expect.poll(() => chosen.elements().length).toBe(2);
  await expect.element(cell("Parkett B, Reihe 3, Platz 1")).toHaveAttribute("aria-disabled", "true");
});

const released = proves(
  "catalogue §4",
  "tickets of a category in the cart are released with one press before other seats of it are taken",
);

it("releases a category's tickets before it takes others of it", released, async () => {
  let turn = 0;
  const { requests } = await openList({
    ADDTOCART: () => (turn++ === 0 ? refused({ code: "CATEGORY_IN_CART", itemIds: ["7", "8"] }) : { data: ADDED }),
  });
  await take("Oberrang", "Reihe 5, Platz 1");
  await userEvent.click(add);
  await expect.element(alert("Aus dieser Kategorie liegen schon Tickets in deinem Korb.")).toBeVisible();
  await userEvent.click(button("Freigeben und neu wählen"));
  await expect.poll(() => requests()[1]).toMatchObject({ releasedItemIds: ["7", "8"] });
});

const best = proves(
  "catalogue §4",
  "the shop suggests the best seats by amount, category, side by side, wheelchair; standing tickets go into the cart with them",
);
const upTo = proves("catalogue §4", "the best seats up to a price that one chooses");

it("asks for the best seats up to a price", upTo, async () => {
  const found = [1, 2].map((seat) => ({ id: seatId("Oberrang", 1, seat), productVariantId: "3" }));
  const { asked } = await openList({ BEST_SEATS: () => ({ data: { bestSeats: found } }) });
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Höchster Preis je Platz" }), "56.00");
  await userEvent.click(button("Plätze vorschlagen"));
  await expect.poll(() => chosen.elements().length).toBe(2);
  await expect.element(page.getByRole("main")).toMatchTextContent("112,00"); // twice 56
  expect(asked.find(({ name }) => name === "BEST_SEATS")?.variables).toMatchObject({
    amount: 2,
    maxPrice: "56.00",
    adjacent: true,
    accessible: false,
  });
});

it("takes the best seats of a category together with standing tickets", best, async () => {
  const found = [1, 2].map((seat) => ({ id: seatId("Unterrang 102", 1, seat), productVariantId: "4" }));
  const { asked, requests } = await openList({
    BEST_SEATS: () => ({ data: { bestSeats: found } }),
    ADDTOCART: () => ({ data: ADDED }),
  });
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Preiskategorie" }), "13");
  await userEvent.click(page.getByRole("checkbox", { name: "mit Rollstuhlplatz" }));
  await userEvent.click(button("Plätze vorschlagen"));
  await expect.poll(() => chosen.elements().length).toBe(2);
  expect(asked.find(({ name }) => name === "BEST_SEATS")?.variables).toMatchObject({
    productVariantIds: ["4"],
    accessible: true,
  });
  await userEvent.click(page.getByText("Innenraum", { exact: true }));
  await userEvent.click(button("Eins mehr: Stehplatz"));
  await expect.element(page.getByRole("main")).toMatchTextContent("127,00"); // twice 39, and 49
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(add);
  await expect
    .poll(() => requests()[0])
    .toMatchObject({
      requests: [
        { productVariantId: "4", amount: 2, seatIds: found.map(({ id }) => id) },
        { productVariantId: "5", amount: 1 },
      ],
    });
});

const narrow = proves("design §5", "at 320 px nothing below the list moves when the seats come");

/** Where headings and buttons stand, on the page. */
const places = () =>
  Object.fromEntries(
    [...document.querySelectorAll("main :is(h1, h2, h3, button)")].map((one) => [
      one.textContent,
      one.getBoundingClientRect().top + scrollY,
    ]),
  );

it("shows the list first where the page is narrow, below which nothing moves when the seats come", narrow, async () => {
  await showOn("narrow");
  const { hold, letGo } = await openHall();
  hold();
  const { container } = await renderPage(sale, { answers: NO_CART });
  container.style.paddingTop = "40svh"; // what a page has above
  await expect.element(list).toHaveAttribute("aria-pressed", "true");
  const prices = () => page.getByRole("heading", { name: "Kategorien und Preise" }).element().getBoundingClientRect();
  expect(prices().top).toBeGreaterThan(innerHeight);
  letGo();
  await expect.element(page.getByRole("grid", { name: "Parkett A" })).toBeVisible();
  expect(prices().top).toBeGreaterThan(innerHeight); // what moves is below the window
  expect(tooWide()).toEqual([]);
  expect(await axeViolations()).toEqual([]);
});

it(
  "moves nothing when the map is there",
  proves("design §1", "categories and prices need no script; nothing moves when the map comes"),
  async () => {
    await showOn("phone");
    const { hold, letGo } = await openHall();
    hold();
    await renderPage(sale, { answers: NO_CART });
    await document.fonts.ready;
    const before = places();
    letGo();
    await expect.poll(() => document.querySelector<HTMLElement>("[data-seat-map]")?.dataset["view"]).toMatch(/\d/);
    expect(places()).toMatchObject(before);
  },
);

it(
  "has a list that scrolls with the page",
  proves('look "Every screen"', "the list of seats scrolls with the page"),
  async () => {
    await showOn("phone");
    await openList();
    const grid = page.getByRole("grid", { name: "Parkett A" });
    await expect.element(grid).toBeVisible();
    for (let box: Element | null = grid.element(); box && box !== document.body; box = box.parentElement)
      expect(/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight).toBe(false);
  },
);

it(
  "names the lowest price of a category of several tickets with “ab”",
  proves("–", "a category of several tickets names its lowest price with “ab”"),
  async () => {
    await openList();
    const prices = page.getByRole("region", { name: "Kategorien und Preise" });
    const heads = prices.element().querySelectorAll("summary .price-tag");
    expect([...heads].map((one) => one.textContent)).toEqual(["ab 71,00\u00a0€"]);
  },
);

const concession = proves(
  "catalogue §2",
  "a seat's concession is chosen in the bar at the map or the list of seats, on the map's whole screen too; the newest seat comes first",
);
const bar = page.getByRole("group", { name: "Ticketart je Platz" });

it.each(["narrow", "phone", "desktop"] as const)(
  "has each seat's concession in the bar: %s",
  concession,
  async (screen) => {
    await showOn(screen);
    await openList();
    await take("Oberrang", "Reihe 5, Platz 1"); // has one kind of ticket
    expect(bar.elements()).toHaveLength(0);
    await take("Parkett B", "Reihe 8, Platz 1", "Reihe 8, Platz 2");
    const names = () => [...bar.element().querySelectorAll("p:first-child")].map((one) => one.textContent);
    await expect
      .poll(names)
      .toEqual(["Parkett B, Reihe 8, Platz 2", "Parkett B, Reihe 8, Platz 1", "Oberrang, Reihe 5, Platz 1"]);
    const newest = bar.getByRole("combobox").first();
    expect(isInSight(newest.element())).toBe(true);
    await userEvent.selectOptions(newest, "2");
    await expect.element(page.getByRole("main")).toMatchTextContent("216,00"); // 56, 71 and 89
    const inList = chosen.getByRole("combobox", { name: "Ticket für Parkett B, Reihe 8, Platz 2" });
    await expect.element(inList).toHaveValue("2");
    expect(tooWide()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
  },
);

it("brings the newest seat's kinds of ticket into sight, however far the bar was scrolled", concession, async () => {
  await showOn("phone");
  await openList();
  await take("Parkett B", "Reihe 8, Platz 1", "Reihe 8, Platz 2", "Reihe 8, Platz 3");
  await expect.poll(() => bar.getByRole("combobox").elements()).toHaveLength(3);
  bar.element().scrollLeft = 1000;
  await take("Parkett B", "Reihe 8, Platz 4");
  await expect.poll(() => bar.element().scrollLeft).toBe(0);
});

const named = proves(
  "seat-maps.md",
  "shoppers read a section's name in the language of the moment: map, list, search, chosen seats, cart, ticket note; orders and mails in the order's",
);

it("calls sections as the language of the moment does", named, async () => {
  await openList();
  await take("Parkett B", "Reihe 8, Platz 1");
  await expect.element(chosen).toMatchTextContent("Parkett B, Reihe 8, Platz 1");
  await activateLocale("en");
  await expect.element(page.getByRole("list", { name: "Your seats" })).toMatchTextContent("Stalls B, row 8, seat 1");
  await expect.element(page.getByRole("grid", { name: "Stalls B" })).toBeVisible();
});

it(
  "tells of seats that were moved by one before the cart opens",
  proves("purchase §4", "seats that were moved by one are told in a dialog before the cart opens"),
  async () => {
    const place = (name: string) => ({ sectionName: "Parkett B", row: "7", name });
    const seatShifts = [
      { wanted: place("2"), given: place("1") },
      { wanted: place("3"), given: place("2") },
    ];
    await openList({ ADDTOCART: () => ({ data: { addToCart: { ...ADDED.addToCart, seatShifts } } }) });
    await take("Parkett B", "Reihe 7, Platz 2", "Reihe 7, Platz 3");
    await userEvent.click(add);
    const told = page.getByRole("alertdialog", { name: "Einen Platz weitergerückt" });
    await expect.element(told).toMatchTextContent("Parkett B, Reihe 7, Platz 1 statt 2");
    await expect.element(told).toMatchTextContent("Parkett B, Reihe 7, Platz 2 statt 3");
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(told).not.toBeInTheDocument();
  },
);

it(
  "takes a companion's seat with its wheelchair seat only",
  proves("catalogue §3", "a companion's seat is chosen and bought with its wheelchair seat only"),
  async () => {
    const { requests } = await openList({ ADDTOCART: () => ({ data: ADDED }) });
    await take("Unterrang 101", "Reihe 1, Platz 2");
    const alone = alert("Begleitplätze gibt es nur zusammen mit einem Rollstuhlplatz.");
    await expect.element(alone).toBeVisible();
    expect(chosen.elements()).toHaveLength(0);
    for (const seat of [1, 2, 1]) await userEvent.click(cell(`Unterrang 101, Reihe 1, Platz ${seat}`));
    expect(chosen.elements()).toHaveLength(1);
    await userEvent.click(add);
    await expect.element(alone).toBeVisible();
    await userEvent.click(cell("Unterrang 101, Reihe 1, Platz 1"));
    await userEvent.click(add);
    const seatIds = [2, 1].map((seat) => seatId("Unterrang 101", 1, seat));
    await expect.poll(requests).toMatchObject([{ requests: [{ productVariantId: "4", amount: 2, seatIds }] }]);
  },
);

const inBundle = proves(
  "catalogue §2",
  "the seat's dialog names the evening, fits its window with plan and buttons in sight, and tells of the bundle's own seats only, without the event's prices",
);

/** One seat of the first category, whose price is the bundle's. */
async function openDialog() {
  await openHall();
  await renderPage(<main />, { answers: NO_CART });
  const nodes = evening.productVariants.nodes.filter(({ pricingCategory }) => pricingCategory?.id === "11");
  const own = { ...evening, productVariants: { ...evening.productVariants, nodes }, included: true };
  void showDialog((answer) =>
    seatDialog({ title: "Dein Platz: Nachtfalter", text: "Das große Licht", sale: own, source: SOURCE }, answer),
  );
  return page.getByRole("dialog", { name: "Dein Platz: Nachtfalter" });
}

it.each(["phone", "desktop"] as const)(
  "has map and buttons of the seat's dialog in sight: %s",
  inBundle,
  async (screen) => {
    await showOn(screen);
    const asked = await openDialog();
    await expect.element(asked).toMatchTextContent("Das große Licht");
    for (const name of ["Näher heran", "Vollbild", "Diesen Platz nehmen", "Abbrechen"]) {
      await expect.element(asked.getByRole("button", { name })).toBeVisible();
      expect(isInSight(asked.getByRole("button", { name }).element()), name).toBe(true);
    }
    expect(asked.element().scrollWidth).toBe(asked.element().clientWidth);
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(asked.getByRole("button", { name: "Abbrechen" }));
  },
);

it("tells in the seat's dialog of the bundle's own seats only, and of no prices", inBundle, async () => {
  const asked = await openDialog();
  await userEvent.click(asked.getByRole("button", { name: "Plätze als Liste wählen" }));
  await expect.element(asked.getByRole("grid", { name: "Parkett A" })).toBeVisible();
  const sections = [...asked.element().querySelectorAll("option")].map((one) => one.textContent);
  expect(sections).toEqual(["Parkett A · 192 Plätze frei · Kategorie 1", "Parkett B · 192 Plätze frei · Kategorie 1"]);
  expect(asked.element().textContent).not.toContain("€");
  expect(
    [...asked.element().querySelectorAll("[role=gridcell]")].filter((one) => one.ariaLabel?.includes("€")),
  ).toEqual([]);
  await userEvent.click(asked.getByRole("button", { name: "Abbrechen" }));
});
