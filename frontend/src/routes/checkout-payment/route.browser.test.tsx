import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { loadTexts } from "@/lib/texts/i18n";
import { paths } from "@/lib/paths";
import { renderPage } from "@/testing/render";
import CheckoutPaymentRoute from "./route";

const cart = (physical: boolean) => ({
  items: [
    {
      id: "1",
      parentId: null,
      amount: 1,
      personalizationRequirement: "no_personalization_required",
      personalIdentifier: "",
    },
  ],
  newItemIds: [],
  billingAddress: { lastName: "Falk", countryCode: "de" },
  shippingAddress: null,
  countryCode: "de",
  physical,
  shippingMethod: null,
  paymentMethod: null,
  checkoutSubtotal: "9.00",
  totalPlusShipping: "9.00",
  totalDue: "9.00",
  vat: [],
});

it.each([
  [true, "Versand & Zahlung"],
  [false, "Zahlung"],
])("asks for shipping only where goods are shipped: %s", async (physical, name) => {
  await loadTexts("checkout");
  let arrive = () => {};
  const comes = new Promise<void>((resolve) => (arrive = resolve));
  const page = await renderPage(<CheckoutPaymentRoute />, {
    path: paths.checkoutPayment(),
    answers: { CART: () => comes.then(() => ({ data: { cart: cart(physical) } })) },
  });
  const seen = () => getComputedStyle(page.getByRole("heading", { level: 1 })).opacity === "1";
  const { title } = document;
  expect(seen()).toBe(false);
  arrive();
  expect(await page.findByRole("heading", { level: 1, name })).toBeTruthy();
  await waitFor(() => expect(seen()).toBe(true));
  // The server has named the page before it knew what is in the cart.
  expect(document.title).toBe(title);
  await waitFor(() => expect(page.container.querySelector("[aria-current=step]")?.textContent).toBe(`3${name}`));
});
