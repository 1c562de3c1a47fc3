import { fireEvent, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { rememberOwnOrder } from "@/features/checkout/parts";
import { loadTexts } from "@/lib/texts/i18n";
import { paths } from "@/lib/paths";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import CheckoutMergeRoute from "./route";

const cart = {
  items: [{ id: "1", parentId: null, amount: 1 }],
  newItemIds: [],
  checkoutSubtotal: "20.00",
  physical: true,
  over18: false,
  merging: { total: "20.00", totalDue: "20.00", vat: [] },
};

const NOT_FOUND = { data: null, errors: [{ message: "Couldn't find Order", extensions: { code: "ORDER_NOT_FOUND" } }] };

async function open(refused: typeof NOT_FOUND | null = null) {
  await loadTexts("checkout");
  const page = await renderPage(<CheckoutMergeRoute />, {
    path: paths.checkoutMerge(),
    answers: {
      CART: () => ({ data: { cart } }),
      MERGE_ORDER: () => refused ?? { data: { mergeOrder: { order: { id: "part", reference: "B-2" } } } },
    },
  });
  const press = async () => {
    fireEvent.click(page.getByRole("checkbox"));
    fireEvent.click(page.getByRole("button", { name: /bestellen/i }));
    await waitFor(() => expect(page.asked.some(({ name }) => name === "MERGE_ORDER")).toBe(true));
    return page.asked.find(({ name }) => name === "MERGE_ORDER")?.variables["input"];
  };
  return { ...page, press };
}

beforeEach(() => sessionStorage.clear());

const OWN = proves(
  "purchase §5",
  "whoever comes from an order's page adds to that order, and brings the proof that it is theirs",
);

it("brings the order's id from its page, and asks for nothing else", OWN, async () => {
  rememberOwnOrder("merchstand", { order: "secret", reference: "B-2K7M2Q00" });
  const page = await open();
  await page.findByText(/B-2K7M2Q00/);
  expect(page.queryByRole("textbox")).toBeNull();
  expect(await page.press()).toMatchObject({ orderReference: "B-2K7M2Q00", orderId: "secret", email: null });
});

it("asks for the number of another one, and brings no proof then", async () => {
  rememberOwnOrder("merchstand", { order: "secret", reference: "B-2K7M2Q00" });
  const page = await open();
  fireEvent.click(await page.findByRole("button", { name: "Zu einer anderen Bestellung" }));
  expect(document.activeElement).toBe(page.getByRole("textbox", { name: /Bestellnummer/ }));
  fireEvent.change(page.getByRole("textbox", { name: /Bestellnummer/ }), { target: { value: "B-9" } });
  expect(await page.press()).toMatchObject({ orderReference: "B-9", orderId: null, email: null });
  expect(sessionStorage.getItem("checkout:merchstand:own-order")).toBeNull();
});

it(
  "lets who names an order without a proof say their age, as no refusal tells that its carrier asks",
  proves(
    "docs/decisions/0041",
    "who names an order without a proof may say to be 18 once it is not found, whatever the reason",
  ),
  async () => {
    const page = await open(NOT_FOUND);
    fireEvent.change(await page.findByRole("textbox", { name: /Bestellnummer/ }), { target: { value: "B-9" } });
    expect(await page.press()).toMatchObject({ acceptedAge: false });
    fireEvent.click(await page.findByRole("checkbox", { name: /mindestens 18/ }));
    fireEvent.click(page.getByRole("button", { name: /bestellen/i }));
    await waitFor(() => expect(page.asked.filter(({ name }) => name === "MERGE_ORDER")).toHaveLength(2));
    expect(page.asked.findLast(({ name }) => name === "MERGE_ORDER")?.variables["input"]).toMatchObject({
      acceptedAge: true,
    });
  },
);
