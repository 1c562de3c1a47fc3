import { act, waitFor } from "@testing-library/react";
import type { ShippingAddress, StripeExpressCheckoutElementConfirmEvent } from "@stripe/stripe-js";
import { beforeEach, expect, it, vi } from "vitest";
import type { Cart } from "@/features/cart";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { WalletButton } from "./wallet-button";

const { keep, report, load } = vi.hoisted(() => ({
  keep: vi.fn(),
  report: vi.fn<(error: Error, about: string) => void>(),
  load: vi.fn(),
}));
vi.mock("./use-seen", () => ({ useSeen: () => true }));
vi.mock("./use-wallet", () => ({ METHOD: "stripe_express", useWallet: () => keep }));
vi.mock("./stripe", () => ({ loadStripe: load }));
vi.mock("@/lib/error-reports", () => ({ reportTrouble: report }));

const cart = { physical: true, countryCode: "de", totalDue: "16.00", shipping: null } as Cart;
const carriers = [
  { id: "1", name: "Parcel", description: "", price: "5.90", estimate: null, __typename: "ShippingMethod" as const },
  { id: "2", name: "Express", description: "", price: "9.90", estimate: null, __typename: "ShippingMethod" as const },
];
const told = { onAgreed: vi.fn(), onCancel: vi.fn(), onError: vi.fn(), onMissing: vi.fn() };
const shippingAddress: ShippingAddress = {
  name: "Käthe Muster",
  address: { line1: "Domstraße 5", line2: null, city: "Würzburg", postal_code: "97070", state: "", country: "DE" },
};

/** What Stripe's script was told, and its listeners. */
let amounts: number[];
let listeners: Record<string, (event: unknown) => unknown>;
let submitted: { error?: { type: string } };

function stripe() {
  const element = {
    on: (name: string, listener: (event: unknown) => unknown) => (listeners[name] = listener),
    mount: vi.fn(),
    destroy: vi.fn(),
  };
  const group = {
    create: () => element,
    submit: () => Promise.resolve(submitted),
    update: ({ amount }: { amount: number }) => {
      amounts.push(amount);
      return Promise.resolve();
    },
  };
  return {
    elements: ({ amount }: { amount: number }) => {
      amounts.push(amount);
      return group;
    },
    createPaymentMethod: () => Promise.resolve({ paymentMethod: { id: "pm_1" } }),
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  [amounts, listeners, submitted] = [[], {}, {}];
  keep.mockResolvedValue(cart);
  load.mockImplementation(() => Promise.resolve(stripe()));
});

const shown = () =>
  renderPage(
    <WalletButton
      script={{ url: "https://stripe.example/x.js", key: "pk" }}
      cart={cart}
      carriers={carriers}
      addressed={false}
      {...told}
    />,
  );
const happens = (name: string, event: unknown = {}) => act(async () => void (await listeners[name]?.(event)));
const reported = () => report.mock.calls.map(([error, about]) => [error.name, about]);

const HIDDEN = proves(
  "docs/decisions/0049",
  "what hides a wallet's button is reported: no script, no wallet, an element that does not load",
);

it("reports that the script did not load", HIDDEN, async () => {
  load.mockRejectedValue(new Error("no script: js.stripe.com"));
  await shown();
  await waitFor(() => expect(told.onMissing).toHaveBeenCalledTimes(1));
  expect(reported()).toEqual([["ScriptMissing", "stripe_express"]]);
});

it("reports that Stripe refuses what the button is made with", HIDDEN, async () => {
  load.mockResolvedValue({
    elements: () => {
      throw new Error("amount is invalid");
    },
  });
  await shown();
  await waitFor(() => expect(told.onMissing).toHaveBeenCalledTimes(1));
  expect(reported()).toEqual([["OptionsRefused", "stripe_express"]]);
});

it.each([
  ["ready", { availablePaymentMethods: undefined }, "NoWallet"],
  ["loaderror", { error: { type: "invalid_request_error" } }, "LoadError"],
])("reports at %s, once, that there is nothing to see", async (name, event, reason) => {
  await shown();
  await waitFor(() => expect(listeners[name]).toBeDefined());
  await happens(name, event);
  await happens(name, event);
  expect(told.onMissing).toHaveBeenCalled();
  expect(reported()).toEqual([[reason, "stripe_express"]]);
});

it("takes the chosen carrier's price to the sheet, and begins with the first again", async () => {
  await shown();
  await waitFor(() => expect(listeners["click"]).toBeDefined());
  const resolve = vi.fn();
  await happens("click", { resolve });
  expect(resolve).toHaveBeenCalledWith({
    shippingRates: [
      { id: "1", displayName: "Parcel", amount: 590 },
      { id: "2", displayName: "Express", amount: 990 },
    ],
  });
  await happens("shippingratechange", { shippingRate: { id: "2" }, resolve, reject: vi.fn() });
  expect(amounts.at(-1)).toBe(2590);
  await happens("cancel");
  expect([amounts.at(-1), told.onCancel.mock.calls.length]).toEqual([2190, 1]);
});

it("refuses another country in the sheet", async () => {
  await shown();
  await waitFor(() => expect(listeners["shippingaddresschange"]).toBeDefined());
  const answers = { resolve: vi.fn(), reject: vi.fn() };
  await happens("shippingaddresschange", { address: { country: "AT" }, ...answers });
  expect([answers.resolve.mock.calls.length, answers.reject.mock.calls.length]).toEqual([0, 1]);
  await happens("shippingaddresschange", { address: { country: "DE" }, ...answers });
  expect([answers.resolve.mock.calls.length, answers.reject.mock.calls.length]).toEqual([1, 1]);
});

const agreed = () => ({ paymentFailed: vi.fn<StripeExpressCheckoutElementConfirmEvent["paymentFailed"]>() });

it("keeps what was agreed to, and orders nothing", async () => {
  await shown();
  await waitFor(() => expect(listeners["confirm"]).toBeDefined());
  const { paymentFailed } = agreed();
  await happens("confirm", {
    paymentFailed,
    billingDetails: { email: "k@example.org" },
    shippingAddress,
    shippingRate: { id: "2" },
  });
  await waitFor(() => expect(told.onAgreed).toHaveBeenCalledWith(cart));
  expect(keep).toHaveBeenCalledWith(cart, {
    paymentMethod: "pm_1",
    email: "k@example.org",
    address: shippingAddress,
    carrier: "2",
  });
  expect(paymentFailed).not.toHaveBeenCalled();
});

it("ends the sheet and reports what Stripe refuses", async () => {
  submitted = { error: { type: "api_connection_error" } };
  await shown();
  await waitFor(() => expect(listeners["confirm"]).toBeDefined());
  const { paymentFailed } = agreed();
  await happens("confirm", { paymentFailed });
  await waitFor(() => expect(told.onError).toHaveBeenCalled());
  expect(paymentFailed).toHaveBeenCalledWith({ reason: "fail" });
  expect([reported(), keep.mock.calls]).toEqual([[["api_connection_error", "stripe_express"]], []]);
});
