import { expect, it } from "vitest";
import { orderArrivalText } from "./order-arrival";
import type { Translate } from "@/lib/texts/i18n";

const t = ((key: string, values?: Record<string, unknown>) =>
  [key, ...Object.values(values ?? {})].join(" ")) as Translate;
const dates = { arrivesFrom: "2026-12-02", arrivesUntil: "2026-12-08", __typename: "DeliveryEstimate" } as const;

it.each([
  [false, [], "LANG_CHECKOUT_ARRIVES_DAYS 3 7"],
  [true, ["open"], "LANG_ORDER_ARRIVES_DAYS 3 7"],
  [true, ["shipped"], ""],
] as const)("tells of an order, paid %s, with parcels %s: %s", (paymentReceived, states, text) => {
  const order = {
    paymentReceived,
    parcels: states.map((state) => ({ state })),
    shippingMethod: { estimate: { ...dates, daysFrom: 3, daysUntil: 7 } },
  } as unknown as Parameters<typeof orderArrivalText>[0];
  expect(orderArrivalText(order, t, "de")).toBe(text);
});
