import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { loadTexts } from "@/lib/texts/i18n";
import { paths } from "@/lib/paths";
import { AtRoute } from "@/testing/at-route";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import CheckoutOrderRoute from "./route";

const open = {
  __typename: "Order",
  id: "secret",
  reference: "B-12345",
  status: "payment_pending",
  balance: "25.90",
  toPay: "25.90",
  onItsWay: "0.00",
  disputed: "0.00",
  total: "20.00",
  shippingTotal: "5.90",
  totalIncludingShipping: "25.90",
  totalDue: "25.90",
  createdAt: "2020-01-01T10:00:00Z",
  endsOn: null,
  keptUntil: null,
  confirmBy: null,
  joinable: false,
  paymentReceived: false,
  paymentUnderWay: false,
  items: [],
  checkIns: [],
  invoices: [],
  parcels: [],
  preferredPaymentMethod: null,
  paymentMethod: null,
  paymentMethods: [
    { __typename: "PaymentMethod", id: "paypal", name: "PayPal", description: "", testMode: false, script: null },
  ],
  bankDetails: null,
} as unknown as OrderData;

async function show(told: Partial<OrderData>) {
  await Promise.all([loadTexts("checkout"), loadTexts("order")]);
  const page = await renderPage(
    <AtRoute pattern="/checkout/payment/:order/:reference">
      <CheckoutOrderRoute />
    </AtRoute>,
    {
      path: paths.checkoutOrder("secret", "B-12345"),
      answers: { ORDER: () => ({ data: { order: { ...open, ...told } } }) },
    },
  );
  await page.findByText("B-12345");
  return page;
}

const AGAIN = "Lieber anders bezahlen";

it(
  "offers no form to pay first while the money is on its way",
  proves(
    "purchase §4",
    "while money is on its way the page says so, and the form to pay again stands behind a line that is closed",
  ),
  async () => {
    const page = await show({ onItsWay: "25.90" });
    expect(page.getByText("25,90 € sind unterwegs")).toBeTruthy();
    expect(page.getByText(/wartet noch auf das Geld/)).toBeTruthy();
    const form = page.container.querySelector("form")?.closest("details");
    expect(form?.open).toBe(false);
    await userEvent.click(page.getByText(AGAIN));
    expect(form?.open).toBe(true);
  },
);

it.each<[string, Partial<OrderData>]>([
  ["a page was merely opened", { paymentUnderWay: true }],
  ["it has failed", {}],
  ["it pays only a part", { onItsWay: "5.90", toPay: "20.00" }],
])("offers the form where %s", async (_why, told) => {
  const page = await show(told);
  expect(page.container.querySelector("form")?.closest("details")).toBeNull();
  expect(page.queryByText(AGAIN)).toBeNull();
});

it(
  "asks for the rest alone where a part is on its way",
  proves("purchase §4", "where a part of an order's money is on its way, its pages say so and ask for the rest alone"),
  async () => {
    const page = await show({ onItsWay: "5.90", toPay: "20.00" });
    expect(
      page.getByText("5,90 € hast du schon bezahlt, das Geld ist unterwegs. Zu bezahlen sind jetzt nur noch 20,00 €."),
    ).toBeTruthy();
    expect(page.getByRole("button", { name: /20,00/ })).toBeTruthy();
    expect(page.queryByText(/25,90/)).toBeNull();
    expect(page.queryByText(/Bezahl dann bitte nicht noch einmal/)).toBeNull();
  },
);

it.each<[string, Partial<OrderData>, RegExp | null]>([
  ["by transfer", { bankDetails: {} as OrderData["bankDetails"] }, /Wir warten auf deine Überweisung/],
  ["at a payment service, which has not told yet", { paymentUnderWay: true }, /Falls du gerade bezahlt hast/],
  ["in no way yet", {}, null],
])(
  "says how the rest may be on its way beside a part that is: %s",
  proves("purchase §4", "whoever has sent the rest of an order, too, is not told to pay it once more"),
  async (_how, told, said) => {
    const page = await show({ onItsWay: "5.90", toPay: "20.00", ...told });
    const texts = [/Wir warten auf deine Überweisung/, /Falls du gerade bezahlt hast/].filter((text) =>
      page.queryByText(text),
    );
    expect(texts).toEqual(said ? [said] : []);
    expect(page.getByText(/hast du schon bezahlt/)).toBeTruthy();
  },
);
