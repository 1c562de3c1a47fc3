import { expect, it } from "vitest";
import { clockUntil } from "./use-presale";

const at = "2027-03-01T10:00:00Z";
it.each([
  ["2027-03-01T09:59:59Z", "0:00:01"],
  ["2027-03-01T06:52:51Z", "3:07:09"],
  ["2027-02-28T10:00:01Z", "23:59:59"],
  ["2027-02-28T10:00:00Z", ""],
  ["2027-03-01T10:00:00Z", ""],
  ["2027-03-02T10:00:00Z", ""],
])("at %s the clock says %s", (now, clock) => expect(clockUntil(at, Date.parse(now))).toBe(clock));
