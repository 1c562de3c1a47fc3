import { screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { loadTexts } from "@/lib/texts/i18n";
import { renderPage } from "@/testing/render";
import { Tickets } from "./tickets";

const base = "/api/v2/shops/band/orders/secret/tickets";

type Link = Omit<OrderData["walletLinks"][number], "__typename">;
const order = (links: Link[], checkIns: Partial<OrderData["checkIns"][number]>[] = [], contactData = false) =>
  ({
    ticketsUrl: `${base}.pdf`,
    calendarUrl: `${base}.ics`,
    checkIns,
    contactData,
    walletLinks: links.map((link) => ({ ...link, __typename: "WalletLink" })),
  }) as unknown as OrderData;

beforeAll(() => loadTexts("order"));

const links = () => screen.getAllByRole("link").map((one) => [one.textContent.trim(), one.getAttribute("href")]);

it("leads to each wallet that the shop has, once for each part", async () => {
  await renderPage(
    <Tickets
      order={order([
        { wallet: "apple", url: `${base}.pkpasses`, part: "" },
        { wallet: "google", url: `${base}.google?item=1`, part: "1/2" },
        { wallet: "google", url: `${base}.google?item=2`, part: "2/2" },
      ])}
    />,
  );
  expect(links().slice(2)).toEqual([
    ["Zu Apple Wallet hinzufügen", `${base}.pkpasses`],
    ["Zu Google Wallet hinzufügen 1/2", `${base}.google?item=1`],
    ["Zu Google Wallet hinzufügen 2/2", `${base}.google?item=2`],
  ]);
});

it("says it in English", async () => {
  await renderPage(<Tickets order={order([{ wallet: "apple", url: `${base}.pkpass`, part: "" }])} />, { locale: "en" });
  expect(links()[2]).toEqual(["Add to Apple Wallet", `${base}.pkpass`]);
});

it("leads each ticket to its check-in, and says which has been there", async () => {
  const night = { eventName: "Nacht", opensAt: "2027-03-01T10:00:00Z", active: false, checkedIn: false };
  const waiting = { ...night, ticketNumber: "2100000123469" };
  await renderPage(
    <Tickets order={order([], [{ ...night, ticketNumber: "2100000123452", checkedIn: true }, waiting])} />,
  );
  expect(links().slice(2)).toEqual([
    ["Nacht, Ticket 2100000123452", "/checkin?id=2100000123452"],
    ["Nacht, Ticket 2100000123469", "/checkin?id=2100000123469"],
  ]);
  expect(screen.getAllByText("eingecheckt")).toHaveLength(1);
  expect(screen.getByText("ab 1. März 2027")).toBeDefined();
});

it.each([
  ["de", "Kontaktdaten angeben"],
  ["en", "Give contact data"],
] as const)("leads to the contact data where an event asks for it (%s)", async (locale, text) => {
  await renderPage(<Tickets order={order([], [], true)} />, { locale });
  expect(links().slice(2)).toEqual([[text, "/trace"]]);
});

it("promises nothing without any", async () => {
  await renderPage(<Tickets order={order([])} />);
  expect(links()).toHaveLength(2);
});
