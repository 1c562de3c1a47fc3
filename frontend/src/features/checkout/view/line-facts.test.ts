import { beforeAll, expect, it } from "vitest";
import type { Cart, CartLine } from "@/features/cart";
import { cartLineFacts, commonDelivery } from "@/features/checkout";
import { activateLocale, loadTexts, translate } from "@/lib/texts/i18n";

beforeAll(async () => {
  await loadTexts("checkout");
  await activateLocale("de");
});

const shirt = {
  id: "1",
  parentId: null,
  type: "product",
  physical: true,
  shippableFrom: null,
  eventDate: null,
  seat: null,
  problem: null,
  personalIdentifier: "",
  totalSum: "9.00",
} as unknown as CartLine;
const ticket = { ...shirt, id: "2", physical: false, ticket: true };
const record = { ...shirt, id: "3", shippableFrom: "2027-03-01" };
const part = { ...shirt, id: "4", parentId: "1" };
const common = (items: CartLine[], physical = true) =>
  commonDelivery({ items, physical } as unknown as Cart, translate, "de");

it("says once when all goods leave the warehouse, and at each line where they differ", () => {
  const days = "Verlässt in 1–3 Werktagen das Lager";
  expect(common([shirt, shirt, ticket])).toBe(days);
  expect(common([ticket, ticket], false)).toBe("Ohne Versand");
  expect(common([shirt, record])).toBe("");
  expect(common([shirt, ticket, part])).toBe("");
  expect(cartLineFacts(shirt, translate, "de", days).delivery).toBe("");
  expect(cartLineFacts(shirt, translate, "de").delivery).toBe(days);
  expect(cartLineFacts(ticket, translate, "de", days).delivery).toBe("Ohne Versand");
});
