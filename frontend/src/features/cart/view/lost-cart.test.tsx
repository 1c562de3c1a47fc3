import { CombinedGraphQLErrors } from "@apollo/client/errors";
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

const line = {
  ...{ id: "7", parentId: null, type: "product", productId: "3", price: "20.00", total: "40.00", totalSum: "40.00" },
  ...{ artistName: "", imageUrl: "/shirt.jpg", personalIdentifier: "", amount: 2, maxAmount: 4, seat: null },
  ...{ personalizationRequirement: "no_personalization_required", problem: null, seatId: null, bundleId: null },
  ...shirt,
};
const filled = { ...cart, items: [line], checkoutSubtotal: "40.00", discount: null, paymentCode: null };
const related = () => ({ data: { merchProducts: { nodes: [] }, event: null } });
const refused = (code: string) => ({
  errors: new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code } }] }).errors,
});

it("stays busy, and says what failed, also where the first accepted part has filled the cart", async () => {
  keep({});
  const kept = JSON.parse(localStorage.getItem(keptKey("merchstand")) ?? "") as { trees: object[] };
  kept.trees.push({ line: { ...shirt, productVariantId: "41", productName: "Cap", amount: 1 }, parts: [] });
  localStorage.setItem(keptKey("merchstand"), JSON.stringify(kept));
  let answerLast: (answer: object) => void = () => undefined;
  const answers = [
    refused("SOLD_OUT"),
    { data: { addToCart: { cart: filled, seatShifts: [] } } },
    new Promise<object>((resolve) => (answerLast = resolve)),
  ];
  const { findByRole, getByRole, queryByRole, asked } = await renderPage(<MinicartContent />, {
    answers: {
      CART: () => ({ data: { cart: null } }),
      ADDTOCART: () => answers.shift() ?? { data: null },
      RELATED_ITEMS: related,
    },
  });
  const button = { name: "Zurück in den Korb" };
  fireEvent.click(await findByRole("button", button));
  expect(await findByRole("button", { name: /^Entfernen/ })).toBeTruthy();
  await waitFor(() => expect(asked.filter(({ name }) => name === "ADDTOCART")).toHaveLength(3));
  expect(getByRole("button", button)).toHaveProperty("disabled", true);
  expect(queryByRole("link", { name: /2 ×\s*Shirt/ })).toBeNull();
  expect(getByRole("link", { name: /1 ×\s*Cap/ })).toBeTruthy();
  answerLast(refused("RATE_LIMITED"));
  expect(await findByRole("alert")).toBeTruthy();
  expect(getByRole("button", button)).toHaveProperty("disabled", false);
  fireEvent.click(getByRole("button", { name: "Nicht mehr zeigen" }));
  await waitFor(() => expect(queryByRole("button", button)).toBeNull());
});
