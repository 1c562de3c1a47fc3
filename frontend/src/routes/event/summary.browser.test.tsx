import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { showOn } from "@/testing/screens";
import type { EventData } from "./event-data";
import { EventSummary } from "./facts";

const EVENT = {
  slug: "show",
  happeningFrom: "2030-03-20T20:00:00Z",
  doorTime: null,
  ticketState: "ON_SALE",
  status: "SCHEDULED",
  priceLow: "20.00",
  priceHigh: "34.00",
  tours: [],
  meta: { hideDate: false },
  venue: { id: "1", name: "Theater", timeZone: "Europe/Berlin", timeZoneNote: "", address: { city: "Passau" } },
} as unknown as EventData;

beforeAll(() => loadTexts("event"));

it.each([
  ["desktop", true, true, false],
  ["desktop", false, false, false],
  ["phone", true, true, true],
  ["phone", false, true, true],
] as const)(
  "on a %s, with a map: %s",
  proves('look "Every screen"', "the first view of an event with a seat map leads to the map, on wide screens too"),
  async (screen, leads, way, facts) => {
    await showOn(screen);
    const { container } = await renderPage(<EventSummary event={EVENT} leads={leads} />, { locale: "de" });
    const shown = (selector: string) => container.querySelector(selector)?.checkVisibility();
    expect([shown("a[href='#tickets']"), shown("p")]).toEqual([way, facts]);
  },
);
