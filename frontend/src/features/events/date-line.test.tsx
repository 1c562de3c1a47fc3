import { expect, it } from "vitest";
import type { EventRow } from "@/generated/features/events/row";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { DateLine } from "./date-line";
import { EventStub } from "./event-stub";

const EVENT = {
  slug: "show",
  name: "Show",
  artist: "Band",
  happeningFrom: "2030-03-20T20:00:00Z",
  doorTime: "2030-03-20T19:00:00Z",
  ticketState: "ON_SALE",
  priceLow: "20.00",
  priceHigh: "20.00",
  meta: { hideDate: false },
  venue: { id: "1", name: "Rheinbunker", timeZone: "Europe/Berlin", timeZoneNote: "", address: { city: "Köln" } },
} as unknown as EventRow;

it(
  "keeps the dot at the end of a line",
  proves('look "Every screen"', "a line of a date never begins with the dot between two facts"),
  async () => {
    const line = await renderPage(<DateLine event={EVENT} />, { locale: "de", meta: { showEventDoorTime: true } });
    expect(line.container.textContent).toContain("Rheinbunker\u00A0· Einlass 20:00 Uhr");
    const stub = await renderPage(<EventStub event={EVENT} />, { locale: "de" });
    expect(stub.container.textContent).toContain("Köln\u00A0· Rheinbunker");
  },
);
