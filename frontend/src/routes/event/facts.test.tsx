import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import type { EventData } from "./event-data";
import { EventFacts, EventSummary } from "./facts";

const event = (timeZone: string, timeZoneNote: string, more = {}) =>
  ({
    slug: "show",
    happeningFrom: "2030-03-20T20:00:00Z",
    doorTime: "2030-03-20T19:00:00Z",
    stageTime: null,
    happeningUntil: null,
    ticketState: "OVER",
    status: "SCHEDULED",
    presaleAt: null,
    tours: [],
    meta: { hideDate: false },
    venue: {
      id: "1",
      name: "Moth Club",
      timeZone,
      timeZoneNote,
      address: { address: "", city: "London", postCode: "", countryCode: "gb" },
    },
    ...more,
  }) as unknown as EventData;

beforeAll(() => loadTexts("event"));

describe("an event's times", () => {
  const text = async (shown: EventData) => {
    const page = await renderPage(
      <>
        <EventSummary event={shown} />
        <EventFacts event={shown} />
      </>,
      { locale: "de" },
    );
    return page.container.textContent;
  };

  const told = proves(
    "catalogue §3",
    "an event page tells the times of the venue's clock, and whose it is where the shop's differs",
  );
  it("are those of the venue's clock, which is named", told, async () => {
    const shown = await text(event("Europe/London", "Ortszeit London"));
    expect(shown).toContain("Einlass 19:00 Uhr (Ortszeit London)");
    expect(shown).toContain("Beginn20:00 UhrOrtszeit London");
  });

  it("say no more where the shop's clock shows the same", async () => {
    const shown = await text(event("Europe/Vienna", ""));
    expect(shown).toContain("Einlass 20:00 Uhr");
    expect(shown).not.toContain("Ortszeit");
  });
});

it(
  "names both days of a night that begins after midnight",
  proves("catalogue §3", "a show that begins after midnight names the night by both weekdays"),
  async () => {
    const late = event("Europe/Berlin", "", {
      doorTime: null,
      happeningFrom: "2027-01-09T23:30:00Z",
      beginsAfterMidnight: true,
    });
    const page = await renderPage(<EventSummary event={late} />, { locale: "de" });
    expect(page.container.textContent).toContain("Nacht von Samstag auf Sonntag, 10. Januar 2027 · Beginn 00:30 Uhr");
  },
);

describe("a phone's first view of an event without tickets", () => {
  const summary = async (more: object) => {
    const tours = [{ id: "1", slug: "lights", name: "Lights" }];
    const page = await renderPage(<EventSummary event={event("Europe/Berlin", "", { tours, ...more })} />, {
      locale: "de",
    });
    const link = page.container.querySelector("a");
    return [page.container.textContent, link?.textContent, link?.getAttribute("href")];
  };

  const told = proves(
    "catalogue §4",
    "a phone's first view says why an event has no tickets, and what can be done: other dates of the tour, before presale its moment and a calendar file",
  );
  it("says that it is sold out, and leads to the tour's other dates", told, async () =>
    expect(await summary({ ticketState: "SOLD_OUT" })).toEqual([
      expect.stringContaining("Ausverkauft"),
      "Alle Termine der Tour",
      "/tours/lights",
    ]),
  );

  it("says when the presale begins, and has a calendar file of it", told, async () =>
    expect(await summary({ ticketState: "BEFORE_PRESALE", presaleAt: "2030-02-01T09:00:00Z" })).toEqual([
      expect.stringContaining("Der Vorverkauf startet am Freitag, 1. Februar 2030 um 10:00 Uhr."),
      "Vorverkauf in den Kalender",
      "/events/show/presale.ics?lang=de",
    ]),
  );

  it("leaves it to the head that it is cancelled", async () =>
    expect(await summary({ ticketState: "CANCELLED", status: "CANCELLED" })).toEqual([
      expect.not.stringContaining("Abgesagt"),
      "Alle Termine der Tour",
      "/tours/lights",
    ]));

  it("has no way on where there is no tour", async () =>
    expect((await summary({ ticketState: "SOLD_OUT", tours: [] }))[2]).toBeUndefined());
});
