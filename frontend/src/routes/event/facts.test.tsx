import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import type { EventData } from "./event-data";
import { EventFacts, EventSummary } from "./facts";

const event = (timeZone: string, timeZoneNote: string) =>
  ({
    slug: "show",
    happeningFrom: "2030-03-20T20:00:00Z",
    doorTime: "2030-03-20T19:00:00Z",
    stageTime: null,
    happeningUntil: null,
    ticketState: "OVER",
    meta: { hideDate: false },
    venue: {
      id: "1",
      name: "Moth Club",
      timeZone,
      timeZoneNote,
      address: { address: "", city: "London", postCode: "", countryCode: "gb" },
    },
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
