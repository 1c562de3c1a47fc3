import { fireEvent, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { CartLine } from "@/features/cart";
import MinicartContent from "@/features/cart/view/minicart-content";
import { activateLocale, loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const line = {
  id: "7",
  type: "product",
  productId: "3",
  productSlug: "shirt",
  productName: "Shirt",
  productVariantId: "31",
  artistName: "",
  imageUrl: "/shirt.jpg",
  personalIdentifier: "",
  personalizationRequirement: "no_personalization_required",
  seat: null,
  seatId: null,
  problem: null,
  parentId: null,
  bundleId: null,
  amountChangeable: true,
  amount: 2,
  maxAmount: 4,
  price: "20.00",
  total: "40.00",
  totalSum: "40.00",
} as unknown as CartLine;
const full = {
  items: [line],
  newItemIds: [],
  checkoutSubtotal: "40.00",
  discount: null,
  paymentCode: null,
  validUntil: null,
};

it("brings back what was taken out, also the last thing in it", async () => {
  const { findByRole, findByText, queryByText, asked } = await renderPage(<MinicartContent />, {
    answers: {
      CART: () => ({ data: { cart: full } }),
      REMOVEFROMCART: () => ({ data: { removeFromCart: { cart: null } } }),
      ADDTOCART: () => ({ data: { addToCart: { cart: full, seatShifts: [] } } }),
      RELATED_ITEMS: () => ({ data: { merchProducts: { nodes: [] }, event: null } }),
    },
  });
  fireEvent.click(await findByRole("button", { name: /^Entfernen/ }));
  expect(await findByText("Aus dem Korb genommen: Shirt")).toBeTruthy();
  expect(queryByText("Noch nichts im Korb")).toBeTruthy();
  const undo = await findByRole("button", { name: "Rückgängig" });
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  expect(await findByRole("button", { name: /^Entfernen/ })).toBeTruthy();
  await waitFor(() => expect(queryByText("Aus dem Korb genommen: Shirt")).toBeNull());
  expect(asked.find(({ name }) => name === "ADDTOCART")?.variables).toEqual({
    input: { requests: [{ productVariantId: "31", amount: 2 }] },
  });
});

const CREDIT = /^Kulturguthaben\?/;
const answers = (takesPaymentCode: boolean) => ({
  CART: () => ({ data: { cart: { ...full, takesPaymentCode } } }),
  RELATED_ITEMS: () => ({ data: { merchProducts: { nodes: [] }, event: null } }),
});
const meta = { kulturpassLink: "/kulturpass" };

beforeAll(async () => {
  await activateLocale("de");
  await loadTexts("overlays");
});
beforeEach(() => {
  document.cookie = "merchstand_kulturpass_hidden=; max-age=0; path=/";
});

it(
  "says that a cultural credit pays, where it pays for something in the cart",
  proves("catalogue §2, §9", "badge for value codes: leads where the shop says, hidden for seven days"),
  async () => {
    const { findByRole, getByRole, queryByRole } = await renderPage(<MinicartContent />, {
      answers: answers(true),
      meta,
    });
    expect((await findByRole("link", { name: CREDIT })).getAttribute("href")).toMatch(/\/kulturpass$/);
    fireEvent.click(getByRole("button", { name: "Für sieben Tage ausblenden" }));
    expect(queryByRole("link", { name: CREDIT })).toBeNull();
    expect(document.cookie).toContain("kulturpass_hidden=1");
  },
);

it("says nothing of it otherwise", async () => {
  const { findByRole, queryByRole } = await renderPage(<MinicartContent />, { answers: answers(false), meta });
  await findByRole("button", { name: /^Entfernen/ });
  expect(queryByRole("link", { name: CREDIT })).toBeNull();
});
