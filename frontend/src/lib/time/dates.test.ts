import { describe, expect, it } from "vitest";
import { dateLong, dateMedium, dateParts, daysUntil, isDate, timeOf } from "@/lib/time/dates";

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

  it("takes 0000-00-00 for no date", () => {
    expect(isDate("0000-00-00")).toBe(false);
    expect(isDate("2027-01-01")).toBe(true);
    expect(isDate(null)).toBe(false);
  });
});
