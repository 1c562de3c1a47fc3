import { fireEvent, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { lostText } from "@/features/cart/model/kept";
import { keptKey } from "@/features/cart/model/memory";
import MinicartContent from "@/features/cart/view/minicart-content";
import { renderPage } from "@/testing/render";

const shirt = { productVariantId: "31", productSlug: "shirt", productName: "Shirt", productVariantDescription: "M" };
const keep = (more: object) =>
  localStorage.setItem(
    keptKey("merchstand"),
    JSON.stringify({
      cartId: "a",
      until: Date.now() - 60_000,
      trees: [{ line: { ...shirt, amount: 2, ...more }, parts: [] }],
    }),
  );
const cart = { id: "b", items: [], newItemIds: [], validUntil: null };

afterEach(() => localStorage.clear());

it.each([
  ["de", "Deine Reservierung ist abgelaufen", "Zurück in den Korb", "Noch nichts im Korb"],
  ["en", "Your reservation has run out", "Back into the cart", "Nothing in your cart yet"],
] as const)("says what an ended reservation took, and puts it back: %s", async (locale, title, button, empty) => {
  keep({});
  const { findByRole, findByText, queryByText, asked } = await renderPage(<MinicartContent />, {
    locale,
    answers: {
      CART: () => ({ data: { cart: null } }),
      ADDTOCART: () => ({ data: { addToCart: { cart, seatShifts: [] } } }),
    },
  });
  expect(await findByRole("heading", { name: title })).toBeTruthy();
  expect(queryByText(empty)).toBeNull();
  expect((await findByRole("link", { name: /Shirt/ })).getAttribute("href")).toBe("/products/shirt");
  fireEvent.click(await findByRole("button", { name: button }));
  expect(await findByText(empty)).toBeTruthy();
  expect(asked.find(({ name }) => name === "ADDTOCART")?.variables).toEqual({
    input: { requests: [{ productVariantId: "31", amount: 2 }] },
  });
  expect(lostText("merchstand")).toBeNull();
});

it("asks for a printed text anew, and is gone for good when dismissed", async () => {
  keep({ personalised: true });
  const { findByRole, findByText, queryByRole } = await renderPage(<MinicartContent />, {
    answers: { CART: () => ({ data: { cart: null } }) },
  });
  expect(await findByText("Deinen Text merken wir uns nicht. Gib ihn bitte neu ein.")).toBeTruthy();
  expect(queryByRole("button", { name: "Zurück in den Korb" })).toBeNull();
  fireEvent.click(await findByRole("button", { name: "Nicht mehr zeigen" }));
  await waitFor(() => expect(lostText("merchstand")).toBeNull());
  expect(await findByText("Noch nichts im Korb")).toBeTruthy();
});
