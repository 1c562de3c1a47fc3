import { describe, expect, it } from "vitest";
import { payable, wayAfter } from "@/features/checkout/model/payment";

const order = { id: "s3cret", reference: "B-12345" };

describe("after a payment was begun", () => {
  it("leads to the payment service, to the order, or to another way to pay", () => {
    expect(wayAfter(order, { next: "redirect", url: "https://pay.example/1", __typename: "PlacedPayment" })).toEqual({
      leave: "https://pay.example/1",
    });
    expect(wayAfter(order, { next: "done", url: "", __typename: "PlacedPayment" })).toEqual({
      to: "/checkout/done/s3cret/B-12345",
    });
    expect(wayAfter(order, { next: "failed", url: "", __typename: "PlacedPayment" })).toEqual({
      to: "/checkout/payment/s3cret/B-12345?payment_error",
    });
  });

  it("asks for what was agreed to before, and has the wallet confirm what it is to pay", () => {
    const returned = "/checkout/done/s3cret/B-12345?payment_received";
    expect(wayAfter(order, { next: "approved", url: "", __typename: "PlacedPayment" })).toEqual({ to: returned });
    expect(wayAfter(order, { next: "authorize", url: "", __typename: "PlacedPayment" })).toEqual({
      authorize: { paid: returned, failed: "/checkout/payment/s3cret/B-12345?payment_error" },
    });
  });
});

describe("an order", () => {
  it.each([
    ["payment_pending", "1.00", true],
    ["incomplete", "0.01", true],
    ["problem", "5.00", true],
    ["problem", "0.00", false],
    ["problem", "-3.00", false],
    ["processing", "5.00", false],
    ["done", "5.00", false],
    ["pending_fulfillment", "5.00", false],
    ["fulfillment", "5.00", false],
    ["cancelled", "5.00", false],
  ] as const)("%s with %s open is payable: %s", (status, balance, expected) =>
    expect(payable({ status, balance })).toBe(expected),
  );
});
