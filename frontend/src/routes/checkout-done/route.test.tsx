import { expect, it, vi } from "vitest";
import { recallOwnOrder } from "@/features/checkout/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { loadTexts } from "@/lib/texts/i18n";
import { paths } from "@/lib/paths";
import { AtRoute } from "@/testing/at-route";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import CheckoutDoneRoute from "./route";

const bought = { __typename: "OrderItem", id: "1", parentId: null, descriptiveName: "Nachtflug", total: "20.00" };
const item = (ticket: boolean) =>
  ({
    ...bought,
    ticket,
    amount: 1,
    personalizationRequirement: "no_personalization_required",
  }) as unknown as OrderData["items"][number];

const placed = {
  __typename: "Order",
  id: "secret",
  reference: "B-12345",
  status: "payment_pending",
  balance: "25.90",
  toPay: "25.90",
  total: "20.00",
  discountPercent: null,
  discountTotal: "0.00",
  shippingTotal: "5.90",
  totalIncludingShipping: "25.90",
  paymentCodeTotal: "0.00",
  totalDue: "25.90",
  email: "mira@example.org",
  createdAt: "2020-01-01T10:00:00Z",
  endsOn: null,
  keptUntil: null,
  confirmBy: null,
  received: "0.00",
  returning: "0.00",
  returned: "0.00",
  joinable: true,
  paymentReceived: false,
  paymentUnderWay: false,
  onItsWay: "0.00",
  disputed: "0.00",
  items: [item(false)],
  vat: [],
  walletLinks: [],
  ticketsUrl: "",
  calendarUrl: "",
  checkIns: [],
  contactData: false,
  invoices: [],
  parcels: [],
  billingAddress: null,
  shippingAddress: null,
  shippingMethod: null,
  preferredPaymentMethod: null,
  paymentMethod: null,
  paymentMethods: [{ __typename: "PaymentMethod", id: "paypal", name: "PayPal", description: "", testMode: false }],
  bankDetails: null,
} as unknown as OrderData;

async function show(
  answer: object,
  path: string = paths.checkoutDone("secret", "B-12345"),
  more: Record<string, () => { data: Record<string, unknown> }> = {},
) {
  await Promise.all([loadTexts("checkout"), loadTexts("order")]);
  return renderPage(
    <>
      <AtRoute pattern="/checkout/done/:order/:reference">
        <CheckoutDoneRoute />
      </AtRoute>
      <AtRoute pattern="/checkout/payment/:order/:reference">not paid</AtRoute>
    </>,
    { path, answers: { ORDER: () => answer, ...more } },
  );
}

async function open(told: Partial<OrderData>, path?: string) {
  const page = await show({ data: { order: { ...placed, ...told } } }, path);
  await page.findByText("B-12345");
  const texts = [...page.getByRole("region", { name: "Was du jetzt tun kannst" }).querySelectorAll("a")].map(
    (link) => link.textContent,
  );
  return {
    title: page.getByRole("heading", { level: 1 }).textContent,
    standing: page.getByRole("region", { name: "Wie deine Bestellung steht" }).textContent,
    texts,
  };
}

it("tells years later how the order stands, and what can be done", async () => {
  const { title, standing, texts } = await open({});
  expect([title, standing]).toEqual(["Deine Bestellung", expect.stringContaining("Wartet auf deine Zahlung")]);
  expect(texts).toEqual([
    expect.stringContaining("25,90"),
    "Noch etwas dazubestellen",
    "Uns etwas fragen",
    "Vertrag widerrufen",
  ]);
});

it("says that the money is on its way, and does not offer to pay again", async () => {
  const { standing, texts } = await open({
    onItsWay: "25.90",
    paymentUnderWay: false,
    keptUntil: "2020-01-01T10:30:00Z",
  });
  expect(standing).toContain("25,90\u00a0€ sind unterwegs");
  expect(standing).toContain("du musst nichts tun");
  expect(standing).not.toContain("Uhr");
  expect(texts).toEqual(["Noch etwas dazubestellen", "Uns etwas fragen", "Vertrag widerrufen"]);
});

it(
  "says what happens while a payment is under way, and lets who broke it off pay otherwise, last of all",
  proves("purchase §4", "an order whose payment is under way has no button to pay it a second time"),
  async () => {
    const { standing, texts } = await open({ paymentUnderWay: true }, paths.checkoutReturned("secret", "B-12345"));
    expect(standing).toContain("Deine Zahlung ist unterwegs");
    expect(standing).toContain("Wir fragen beim Zahlungsdienst nach");
    expect(texts).toEqual([
      "Noch etwas dazubestellen",
      "Uns etwas fragen",
      "Vertrag widerrufen",
      "Lieber anders bezahlen",
    ]);
  },
);

it("opens with the tickets, and offers no withdrawal from tickets alone", async () => {
  const page = await show({
    data: {
      order: {
        ...placed,
        status: "done",
        balance: "0.00",
        paymentReceived: true,
        ticketsUrl: "/t.pdf",
        items: [item(true)],
      },
    },
  });
  await page.findByText("B-12345");
  expect(page.queryByRole("link", { name: "Vertrag widerrufen" })).toBeNull();
  const regions = page.getAllByRole("region").map((one) => one.getAttribute("aria-labelledby") ?? one.ariaLabel);
  expect(regions[0]).toBe("tickets");
  await vi.waitFor(() => expect(page.asked.map(({ name }) => name)).toContain("AFTERSALE"));
});

it.each([
  ["received", /^Wir prüfen ihn.*innerhalb von 14 Tagen zurück/],
  ["refunded", /Dein Geld ist auf dem Weg zurück/],
] as const)("says that the buyer has withdrawn, and what follows: %s", async (state, text) => {
  const withdrawals = [{ __typename: "DeclaredWithdrawal", declaredAt: "2026-11-20T10:00:00Z", state, whole: true }];
  const page = await show({ data: { order: { ...placed, items: [item(false)] } } }, undefined, {
    AFTERSALE: () => ({ data: { withdrawals } }),
  });
  expect(await page.findByText("Widerruf eingegangen am Freitag, 20. November 2026")).toBeTruthy();
  expect(page.getByText(text)).toBeTruthy();
  expect(page.queryByRole("link", { name: "Vertrag widerrufen" })).toBeNull();
});

it("offers the withdrawal again after staff closed a declaration made by mistake", async () => {
  const closed = { __typename: "DeclaredWithdrawal", declaredAt: "2026-11-20T10:00:00Z", state: "closed", whole: true };
  const page = await show({ data: { order: { ...placed, items: [item(false)] } } }, undefined, {
    AFTERSALE: () => ({ data: { withdrawals: [closed] } }),
  });
  expect(await page.findByText("Widerruf eingegangen am Freitag, 20. November 2026")).toBeTruthy();
  expect(page.getByRole("link", { name: "Vertrag widerrufen" })).toBeTruthy();
});

it("asks for the rest alone where a part is on its way", async () => {
  const { standing, texts } = await open({ onItsWay: "5.90", toPay: "20.00" });
  expect(standing).toContain("20,00\u00a0€ fehlen noch");
  expect(standing).toContain("5,90\u00a0€ hast du schon bezahlt");
  expect(texts[0]).toContain("20,00");
});

it("neither thanks for money that the bank took back nor asks for it first", async () => {
  const { standing, texts } = await open({
    status: "problem",
    paymentReceived: true,
    disputed: "25.90",
    createdAt: new Date().toISOString(),
  });
  expect(standing).toContain("Deine Bank hat 25,90\u00a0€ zurückgeholt");
  expect(standing).not.toContain("Deine Zahlung ist angekommen");
  expect(texts.at(-1)).toBe("Lieber anders bezahlen");
});

it.each<[string, Partial<OrderData>, string]>([
  ["the money is on its way", { onItsWay: "25.90" }, "25,90 € sind unterwegs"],
  ["nothing was paid", {}, "not paid"],
  ["a part is on its way, and the rest was not paid", { onItsWay: "5.90", toPay: "20.00" }, "not paid"],
])(
  "sends whoever comes back from a payment service to pay only where that is to be done: %s",
  proves("purchase §4", "whoever comes back from paying, and the money is on its way, is not told that it failed"),
  async (_why, told, text) => {
    const page = await show({ data: { order: { ...placed, ...told } } }, paths.checkoutReturned("secret", "B-12345"));
    expect(await page.findByText(text)).toBeTruthy();
  },
);

it.each<[OrderData["parcels"][number]["state"], boolean, string]>([
  ["open", true, "Wird erst verschickt, wenn die Zahlung geklärt ist"],
  ["packed", true, "Wird erst verschickt, wenn die Zahlung geklärt ist"],
  ["shipped", false, "Unterwegs"],
])(
  "says of a parcel that is %s, held %s: %s",
  proves("purchase §4", "while an order's money was taken back its page says of no parcel that it is being packed"),
  async (state, held, text) => {
    const parcel = {
      __typename: "Parcel",
      id: "1",
      state,
      carrier: "",
      trackingNumber: "",
      trackingUrl: "",
      shippableFrom: null,
      shippedAt: null,
      held,
      itemIds: [],
    } as const;
    const page = await show({ data: { order: { ...placed, parcels: [parcel] } } });
    const told = await page.findByRole("region", { name: "Deine Pakete" });
    expect(told.textContent).toContain(text);
    expect(told.textContent).not.toMatch(/Wird gepackt|Gepackt/);
  },
);

it("does not thank for what was cancelled, though it was placed just now", async () => {
  const { title, standing, texts } = await open({
    status: "cancelled",
    balance: "0.00",
    joinable: false,
    createdAt: new Date().toISOString(),
  });
  expect([title, standing]).toEqual(["Deine Bestellung", expect.stringContaining("Storniert")]);
  expect(texts).toEqual(["Uns etwas fragen"]);
});

it("says what goes back of what was paid and ended", async () => {
  const { standing } = await open({
    status: "cancelled",
    balance: "0.00",
    joinable: false,
    received: "25.90",
    returning: "25.90",
  });
  expect(standing).toContain("Storniert: 25,90\u00a0€ an dich zurück");
});

it(
  "knows no order without its secret",
  proves("purchase §8", "an order's page is for no search engine, and without the secret there is none"),
  async () => {
    const { findByRole, queryByText } = await show({
      data: null,
      errors: [{ message: "no such order", extensions: { code: "ORDER_NOT_FOUND" } }],
    });
    expect(await findByRole("heading", { level: 1, name: "Bestellung nicht gefunden" })).toBeTruthy();
    expect(queryByText("B-12345")).toBeNull();
  },
);

it("leads to adding something else, and keeps the proof whose order it is", async () => {
  sessionStorage.clear();
  const page = await show({ data: { order: placed } });
  await page.findByRole("link", { name: "Noch etwas dazubestellen" });
  expect(recallOwnOrder("merchstand")).toEqual({ order: "secret", reference: "B-12345" });
});
