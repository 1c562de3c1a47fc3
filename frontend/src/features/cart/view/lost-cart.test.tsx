import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { fireEvent, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it } from "vitest";
import { lostText } from "@/features/cart/model/kept";
import { keptKey, lostKey, rememberPieces } from "@/features/cart/model/memory";
import MinicartContent from "@/features/cart/view/minicart-content";
import { SessionKeeper } from "@/features/session";
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

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const keptUntil = () => {
  const { until } = JSON.parse(localStorage.getItem(keptKey("merchstand")) ?? "{}") as { until?: number };
  return until === undefined ? null : new Date(until).toISOString();
};

/** Keeps a cart whose reservation ends in ten minutes. */
function keepPresent() {
  rememberPieces("merchstand", 2);
  keep({});
  const kept = JSON.parse(localStorage.getItem(keptKey("merchstand")) ?? "") as object;
  localStorage.setItem(keptKey("merchstand"), JSON.stringify({ ...kept, until: Date.now() + 10 * 60_000 }));
}

const Keeper = () => (
  <Suspense>
    <SessionKeeper />
  </Suspense>
);

it("is kept as long as the heartbeat told", async () => {
  const end = inMinutes(20);
  keepPresent();
  await renderPage(<Keeper />, {
    answers: {
      CART: () => ({ data: { cart: { ...filled, validUntil: inMinutes(10), shortReservation: false } } }),
      SESSION_EXPIRES_AT: () => ({ data: { session: { expiresAt: inMinutes(10) } } }),
      HEARTBEAT: () => ({ data: { heartbeat: { session: { expiresAt: end } } } }),
    },
  });
  await waitFor(() => expect(keptUntil()).toBe(end));
});

it("is offered no more once the cart is in another browser", async () => {
  keepPresent();
  const here = { ...filled, validUntil: inMinutes(10), shortReservation: false };
  let hasMoved = false;
  localStorage.setItem(lostKey("merchstand"), localStorage.getItem(keptKey("merchstand")) ?? "");
  const { findByText, queryByRole } = await renderPage(
    <>
      <MinicartContent />
      <Keeper />
    </>,
    {
      answers: {
        CART: () => ({ data: { cart: hasMoved ? null : here } }),
        RELATED_ITEMS: related,
        SESSION_EXPIRES_AT: () => ({ data: { session: { expiresAt: inMinutes(10) } } }),
        HEARTBEAT: () => {
          hasMoved = true;
          return { data: { heartbeat: { session: { expiresAt: null } } } };
        },
      },
    },
  );
  expect(await findByText(/^Dein Korb ist nicht mehr in diesem Browser/)).toBeTruthy();
  expect(await findByText("Noch nichts im Korb")).toBeTruthy();
  expect(queryByRole("button", { name: "Zurück in den Korb" })).toBeNull();
});
