import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { EventStub, StubSkeleton } from "@/features/events";
import type { EventRow } from "@/generated/features/events/row";
import EventsPage from "./route";
import { dayOf } from "@/lib/time/dates";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { showOn } from "@/testing/screens";

const row = (id: string, city: string, name: string) => ({
  __typename: "Event",
  id,
  slug: id,
  name,
  artist: "Nachtfalter",
  priceLow: "28.00",
  priceHigh: "28.00",
  happeningFrom: "2089-03-07T19:00:00Z",
  doorTime: null,
  presaleAt: null,
  ticketState: "ON_SALE",
  status: "SCHEDULED",
  lowStock: false,
  soldOutMessage: "",
  venue: {
    __typename: "Venue",
    id: "1",
    name: "Kaispeicher Neun",
    timeZone: "Europe/Berlin",
    timeZoneNote: "",
    address: { __typename: "Address", city },
  },
  meta: { __typename: "EventMeta", hideDate: false, externalLink: "", externalLinkText: "", customTag: "" },
});
const EVENTS = [
  row("1", "Hamburg", "Nachtfalter: Hamburg"),
  row("2", "Dresden", "Vorhören: „Puppenruhe“"),
  row("3", "Berlin", "Nachtfalter: Berlin"),
];
const ANSWER = { data: { events: { __typename: "Events", nodes: EVENTS }, tours: { __typename: "Tours", nodes: [] } } };
const open = () =>
  renderPage(
    <main>
      <EventsPage />
    </main>,
    { path: "/events", answers: { EVENTS: () => ANSWER } },
  );
const stubs = () => document.querySelectorAll(".ticket").length;
const field = () => page.getByRole("searchbox", { name: "Stadt, Band oder Ort suchen" });
const days = () => [page.getByLabelText("Von"), page.getByLabelText("Bis")] as const;

it(
  "narrows dates from three letters on, says that nothing is found, and leads back",
  proves(
    "catalogue §5, §8",
    "the filter of dates counts from three letters on and outlives a change of the language, going back and reloading; nothing found is said with a way back; its days start today and bound each other",
  ),
  async () => {
    await open();
    await expect.poll(stubs).toBe(3);
    await userEvent.fill(field(), "zz");
    expect(stubs()).toBe(3);
    await userEvent.fill(field(), "zzz");
    await expect.element(page.getByText("Dazu gibt es keinen Termin.")).toBeVisible();
    expect(stubs()).toBe(0);
    await userEvent.click(page.getByRole("button", { name: /Filter/ }));
    await expect.poll(stubs).toBe(3);
    await userEvent.fill(days()[0], "2090-01-01");
    await expect.element(page.getByText("Dazu gibt es keinen Termin.")).toBeVisible();
  },
);

it("has days that start today and bound each other", async () => {
  await open();
  const [first, last] = days();
  const today = dayOf(new Date());
  const bounds = () =>
    [first, last].map((one) => [one.element().getAttribute("min"), one.element().getAttribute("max")]);
  await expect.poll(bounds).toEqual([
    [today, null],
    [today, null],
  ]);
  await userEvent.fill(last, "2090-06-01");
  await expect.poll(bounds).toEqual([
    [today, "2090-06-01"],
    [today, null],
  ]);
  await userEvent.fill(first, "2090-01-01");
  await expect.poll(bounds).toEqual([
    [today, "2090-06-01"],
    ["2090-01-01", null],
  ]);
});

it(
  "has its first date in a phone's first view, the filter behind a button",
  proves("catalogue §2", "on phones the filter of dates is behind one button; the first date is in the first view"),
  async () => {
    await showOn("phone");
    await open();
    await expect.poll(stubs).toBe(3);
    expect(field().elements()).toHaveLength(0);
    expect(document.querySelector(".ticket")?.getBoundingClientRect().bottom).toBeLessThan(520);
    await userEvent.click(page.getByRole("button", { name: "Stadt, Band oder Ort suchen" }));
    await userEvent.fill(field(), "puppenruhe");
    await expect.poll(stubs).toBe(1);
  },
);

it("keeps the filter open on phones while its text is deleted", async () => {
  await showOn("phone");
  history.replaceState({ filter: { text: "p", hideSoldOut: false } }, "");
  await open();
  await userEvent.click(field());
  await userEvent.keyboard("{Backspace}");
  await expect.element(field()).toHaveValue("");
  await expect.element(field()).toHaveFocus();
});

it("leads from the button of the filter into its field", async () => {
  await showOn("phone");
  await open();
  await userEvent.click(page.getByRole("button", { name: "Stadt, Band oder Ort suchen" }));
  await expect.element(field()).toHaveFocus();
});

it("stands its days in line on phones", async () => {
  await showOn("phone");
  await open();
  await userEvent.click(page.getByRole("button", { name: "Stadt, Band oder Ort suchen" }));
  await expect.element(field()).toBeVisible();
  const [first, last] = days().map((one) => one.element().getBoundingClientRect());
  expect(first?.top).toBe(last?.top);
  expect(first?.width).toBeCloseTo(last?.width ?? 0, 0);
});

it(
  "heads a stub by its show, and names the band above where it has another name",
  proves('look "Every screen"', "a stub is headed by its show and names the band above"),
  async () => {
    await open();
    await expect.poll(stubs).toBe(3);
    const told = [...document.querySelectorAll(".ticket")].map((one) => [
      one.querySelector("p:has(+ h2)")?.textContent,
      one.querySelector("h2")?.textContent,
    ]);
    expect(told).toEqual([
      [undefined, "Nachtfalter"],
      ["Nachtfalter", "Vorhören: „Puppenruhe“"],
      [undefined, "Nachtfalter"],
    ]);
  },
);

it.each(["phone", "desktop"] as const)(
  "what stands in for dates is as tall as they: %s",
  proves(
    'look "Every screen"',
    "what stands in for dates is as tall as they; folded and open parts have signs of their own; days of the filter stand in line on phones",
  ),
  async (screen) => {
    await showOn(screen);
    const event = EVENTS[1] as unknown as EventRow;
    await renderPage(
      <>
        <StubSkeleton />
        <EventStub event={event} heading="h2" />
      </>,
    );
    const [standIn, stub] = [".skeleton", ".ticket"].map(
      (one) => document.querySelector(one)?.getBoundingClientRect().height ?? 0,
    );
    expect(standIn).toBeGreaterThan(100);
    expect(Math.abs((stub ?? 0) - (standIn ?? 0))).toBeLessThanOrEqual(8);
  },
);
