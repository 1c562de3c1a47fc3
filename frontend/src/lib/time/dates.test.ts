import { describe, expect, it } from "vitest";
import { dateAndTime, dateLong, dateMedium, dateParts, daysUntil, noted, timeOf } from "@/lib/time/dates";
import { proves } from "@/testing/proves";

describe("dates", () => {
  it("shows the venue's day and time, not the visitor's", () => {
    expect(dateLong("2027-03-05T19:00:00Z", "de")).toBe("Freitag, 5. März 2027");
    expect(dateLong("2027-03-05T23:30:00Z", "en")).toBe("Saturday, 6 March 2027");
    expect(timeOf("2027-07-05T18:00:00Z")).toBe("20:00");
  });

  it("keeps plain dates on their day", () => expect(dateMedium("2027-03-12", "de")).toBe("12. März 2027"));

  it("shortens names to what fits a ticket", () => {
    const { weekdayShort, monthShort, day } = dateParts("2027-03-05T19:00:00Z", "de");
    expect([weekdayShort, day, monthShort]).toEqual(["Fr", "5", "Mär"]);
    expect(dateParts("2027-05-05T19:00:00Z", "en").weekdayShort).toBe("Wed");
  });

  it("counts days by the calendar of the place, whatever the hour", () => {
    const now = Date.parse("2026-11-22T07:00:00Z");
    expect(daysUntil("2026-12-06T18:00:00Z", now)).toBe(14);
    expect(daysUntil("2026-12-06", now)).toBe(14);
    expect([daysUntil("2026-11-22T22:00:00Z", now), daysUntil("2026-11-22T23:00:00Z", now)]).toEqual([0, 1]);
    expect(daysUntil("2026-11-20T10:00:00Z", now)).toBe(-2);
    // over the end of summer time
    expect(daysUntil("2026-10-26T09:00:00Z", Date.parse("2026-10-24T10:00:00Z"))).toBe(2);
  });

  const named = proves(
    "catalogue §3",
    "a time zone that a browser does not know breaks no page: the shop's clock is shown, and named",
  );
  it("shows the shop's clock, by its name, where the browser does not know a zone", named, () => {
    const nowhere = { timeZone: "Europe/Nirgendwo", timeZoneNote: "Ortszeit Nirgendwo" };
    expect(dateAndTime("2027-03-05T19:00:00Z", "de", nowhere)).toEqual({
      date: "Freitag, 5. März 2027 (Europe/Berlin)",
      time: "20:00",
    });
    expect(daysUntil("2026-11-22T23:00:00Z", Date.parse("2026-11-22T07:00:00Z"), nowhere.timeZone)).toBe(1);
    expect(noted("20:00 Uhr", { ...nowhere, timeZoneNote: "" })).toBe("20:00 Uhr");
    expect(noted("20:00 Uhr", { timeZone: "Europe/London", timeZoneNote: "Ortszeit London" })).toBe(
      "20:00 Uhr (Ortszeit London)",
    );
  });
});
