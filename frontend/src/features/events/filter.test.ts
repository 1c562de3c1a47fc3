import { describe, expect, it } from "vitest";
import type { EventRow } from "@/generated/features/events/row";
import { byStart, filterEvents } from "./filter";

const event = (city: string, artist: string, ticketState: EventRow["ticketState"] = "ON_SALE") =>
  ({ name: "", artist, ticketState, venue: { name: "Gloria", address: { city } } }) as EventRow;

describe("filterEvents", () => {
  const events = [event("Köln", "Nachtfalter"), event("Wien", "Goldkante", "SOLD_OUT")];
  const cities = (text: string, hideSoldOut = false) =>
    filterEvents(events, { text, hideSoldOut }).map((e) => e.venue.address.city);

  it("looks at more than two letters only", () => expect(cities("wi")).toEqual(["Köln", "Wien"]));
  it("finds cities, bands and venues without accents", () => {
    expect(cities("koln")).toEqual(["Köln"]);
    expect(cities("GOLD")).toEqual(["Wien"]);
    expect(cities("gloria")).toHaveLength(2);
    expect(cities("paris")).toEqual([]);
  });
  it("keeps the days between two dates, both included", () => {
    const on = (happeningFrom: string) => ({ ...event("Köln", "Nachtfalter"), happeningFrom });
    const dates = ["2027-03-06T22:30:00Z", "2027-03-07T22:30:00Z", "2027-03-08T23:30:00Z"];
    const found = filterEvents(dates.map(on), { text: "", hideSoldOut: false, from: "2027-03-07", to: "2027-03-08" });
    expect(found.map((one) => one.happeningFrom)).toEqual([dates[1]]);
  });
  it("hides what is sold out on request", () => expect(cities("", true)).toEqual(["Köln"]));
});

describe("byStart", () => {
  it("orders by start, then doors", () => {
    const at = (id: string, happeningFrom: string, doorTime: string | null) => ({ id, happeningFrom, doorTime });
    const rows = [
      at("late", "2027-01-02T20:00:00Z", null),
      at("second", "2027-01-01T20:00:00Z", "2027-01-01T19:00:00Z"),
      at("first", "2027-01-01T20:00:00Z", "2027-01-01T18:00:00Z"),
    ];
    expect(byStart(rows).map((r) => r.id)).toEqual(["first", "second", "late"]);
  });
});
