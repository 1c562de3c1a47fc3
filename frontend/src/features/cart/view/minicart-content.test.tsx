import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CartLine } from "@/features/cart";
import MinicartContent from "@/features/cart/view/minicart-content";
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
