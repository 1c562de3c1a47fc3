import type { ErrorEvent } from "@sentry/browser";
import { expect, it } from "vitest";
import { cartFacts, pageName, reportOf } from "@/app/error-reports";
import type { Cart } from "@/features/cart";

const cart = {
  id: "17",
  email: "mira@example.org",
  billingAddress: { lastName: "Falk" },
  totalDue: "12.00",
  countryCode: "de",
  physical: true,
  shippingMethod: "1",
  paymentMethod: "paypal",
  items: [
    {
      id: "9",
      type: "product",
      amount: 2,
      price: "6.00",
      ticket: false,
      physical: true,
      problem: null,
      personalIdentifier: "Mira+Falk",
    },
  ],
} as unknown as Cart;

it("says of the cart what is bought and nothing of whose it is", () => {
  const told = JSON.stringify(cartFacts(cart));
  expect(told).toContain('"amount":2');
  for (const personal of ["17", "mira", "Falk", "Mira", '"9"']) expect(told).not.toContain(personal);
  expect(cartFacts(null)).toEqual({});
});

it("names pages without what their addresses say", () => {
  expect(pageName("/checkout/payment/secret/B-12345")).toBe("checkout-order");
  expect(pageName("/checkout/done/secret/B-12345")).toBe("checkout-done");
  expect(pageName("/products/shirt")).toBe("product");
  expect(pageName("/somewhere/else")).toBe("other");
});

it("makes the report anew", () => {
  const event = {
    type: undefined,
    event_id: "1",
    message: "mira@example.org",
    request: { url: "/checkout/done/secret" },
    user: { email: "mira@example.org" },
    breadcrumbs: [{ message: "secret" }],
    exception: { values: [{ type: "TypeError", value: "mira@example.org" }] },
  } as ErrorEvent;
  const told = JSON.stringify(reportOf(event, "product", cart));
  expect(told).toContain("TypeError");
  for (const personal of ["mira", "secret"]) expect(told).not.toContain(personal);
});
