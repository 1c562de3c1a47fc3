import { expect, it } from "vitest";
import { arrivalText } from "@/features/checkout/model/arrival";
import type { Translate } from "@/lib/texts/i18n";

const t = ((key: string, values?: Record<string, unknown>) =>
  [key, ...Object.values(values ?? {})].join(" ")) as Translate;
const dates = { arrivesFrom: "2026-12-02", arrivesUntil: "2026-12-08", __typename: "DeliveryEstimate" } as const;

it("tells working days within Germany, two dates elsewhere, and nothing of old orders", () => {
  expect(arrivalText({ ...dates, daysFrom: 3, daysUntil: 7 }, t, "de")).toBe("LANG_CHECKOUT_ARRIVES_DAYS 3 7");
  expect(arrivalText({ ...dates, daysFrom: null, daysUntil: null }, t, "de")).toBe(
    "LANG_CHECKOUT_ARRIVES_DATES 2. Dezember 2026 8. Dezember 2026",
  );
  expect(arrivalText({ ...dates, daysFrom: null, daysUntil: null }, t, "en")).toBe(
    "LANG_CHECKOUT_ARRIVES_DATES 2 December 2026 8 December 2026",
  );
  expect(arrivalText(null, t, "de")).toBe("");
});
