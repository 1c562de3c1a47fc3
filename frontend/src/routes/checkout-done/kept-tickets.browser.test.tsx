import { afterEach, beforeAll, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { forgetOldTickets, forgetTickets, keptCopy, writeCopy } from "@/lib/kept-tickets";
import { loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { ticket as validTicket } from "@/testing/ticket";
import { orderAddress } from "./ticket-copy";
import { TicketCodes } from "./ticket-codes";
import type { Code } from "./use-aftersale";

const ADDRESS = orderAddress("", "secret");
const DAY_MS = 86_400_000;
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString();

const ticket = {
  ...validTicket,
  beginsAt: TOMORROW,
  doorsAt: TOMORROW,
  endsAt: TOMORROW,
  holder: "Mira <b>Sommer</b>",
} satisfies Code;

const order = { id: "secret", reference: "B-12345", ticketsUrl: "/t.pdf", items: [] } as unknown as OrderData;
const show = (ticketCodes: Code[]) =>
  renderPage(<TicketCodes order={order} />, { answers: { AFTERSALE: () => ({ data: { ticketCodes } }) } });
const keep = (text: string, lastsMs = DAY_MS) => writeCopy(ADDRESS, text, new Date(Date.now() + lastsMs));
const copy = async () => new DOMParser().parseFromString((await (await keptCopy(ADDRESS))?.text()) ?? "", "text/html");

beforeAll(async () => {
  await loadTexts("order");
  await loadTexts("checkout");
});
afterEach(() => forgetTickets(ADDRESS));

it("keeps nothing where no worker can be had, and says so", async () => {
  await show([ticket]);
  await userEvent.click(page.getByRole("button", { name: "Auf diesem Gerät behalten" }));
  await expect.element(page.getByText(/Das hat nicht geklappt/)).toBeVisible();
  await expect.poll(() => caches.has("tickets")).toBe(false);
});

it("keeps nothing of itself", async () => {
  await show([ticket]);
  await expect.element(page.getByRole("button", { name: "Auf diesem Gerät behalten" })).toBeVisible();
  expect(await caches.has("tickets")).toBe(false);
});

it(
  "renews what is kept by what the shop answers: each ticket with its place, and text as text",
  proves("purchase §4", "tickets that are kept on a device are renewed when their page is opened"),
  async () => {
    await keep("old");
    await show([ticket, { ...ticket, id: "2", holder: "Jo Winter" }]);
    await expect.element(page.getByRole("button", { name: "Vom Gerät entfernen" })).toBeVisible();
    await expect.poll(async () => (await copy()).querySelectorAll("li svg[role=img]").length).toBe(2);
    const kept = await copy();
    expect(kept.querySelector("h1")?.textContent).toBe("Deine Tickets");
    expect(kept.querySelector("li b, script, [src]")).toBeNull();
    for (const text of ["Ticket 1 von 2", "Mira <b>Sommer</b>", "Jo Winter", "Knust, Hamburg", "Bestellnummer B-12345"])
      expect(kept.body.textContent).toContain(text);
  },
);

it("removes what is kept when asked to, and when no ticket is valid any more", async () => {
  await keep("old");
  const first = await show([ticket]);
  await userEvent.click(page.getByRole("button", { name: "Vom Gerät entfernen" }));
  await expect.element(page.getByRole("button", { name: "Auf diesem Gerät behalten" })).toHaveFocus();
  expect(await caches.has("tickets")).toBe(false);
  first.unmount();
  await keep("old");
  await show([{ ...ticket, ended: "refund", code: null }]);
  await expect.poll(() => caches.has("tickets")).toBe(false);
  expect(page.getByRole("button").elements()).toEqual([]);
});

it("is not offered once the event is over", async () => {
  await show([{ ...ticket, endsAt: new Date(Date.now() - 2 * DAY_MS).toISOString() }]);
  await expect.element(page.getByRole("img")).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});

it("leaves the device once its time is over", async () => {
  await keep("old", -1000);
  await forgetOldTickets();
  expect(await caches.has("tickets")).toBe(false);
});
