import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { CartLine } from "@/features/cart";
import { CartLineRow, lineFacts } from "@/features/cart/parts";
import { DrawerLine } from "@/features/cart/view/drawer-line";
import { translate } from "@/lib/texts/i18n";
import { renderPage } from "@/testing/render";

const shirt = {
  id: "7",
  type: "product",
  productSlug: "shirt",
  productName: "Shirt",
  artistName: "Nachtfalter",
  imageUrl: "/shirt.jpg",
  pricingCategoryName: "",
  productVariantDescription: "M",
  venueName: "",
  personalIdentifier: "",
  personalised: false,
  personalizationRequirement: "no_personalization_required",
  shippableFrom: "2027-03-01",
  eventDate: null,
  seat: null,
  problem: null,
  parentId: null,
  ticket: false,
  invalidated: false,
  amountChangeable: true,
  amount: 2,
  maxAmount: 4,
  price: "20.00",
  totalSum: "40.00",
} as unknown as CartLine;
const seatless = {
  ...shirt,
  type: "event",
  productSlug: "hamburg",
  venueName: "Halle, Hamburg",
  shippableFrom: null,
  eventDate: "2027-05-01T20:00:00+02:00",
  seat: { id: "1", sectionName: "A", row: "7", name: "12" },
  problem: "seat_missing",
  ticket: true,
  invalidated: true,
  amountChangeable: false,
  amount: 1,
} as unknown as CartLine;

const words = { date: "", personal: "", trouble: { not_for_sale: "weg", seat_missing: "ohne Platz" } };
const row = (line: CartLine, onRemoved?: () => void) => (
  <CartLineRow
    line={line}
    facts={lineFacts(line, translate, words)}
    form="full"
    chooseSeats="wählen"
    {...(onRemoved && { onRemoved })}
  />
);
const drawer = (line: CartLine) => (
  <DrawerLine line={line} fresh onFollow={() => undefined} onRemoved={() => undefined} />
);
const cart = { items: [], newItemIds: [] };
const FORMS = [
  ["the checkout", row],
  ["the drawer", drawer],
] as const;

it.each(FORMS)("changes a line's amount and removes it in %s", async (_, show) => {
  const answers = {
    CHANGEAMOUNT: () => ({ data: { changeAmount: { cart } } }),
    REMOVEFROMCART: () => ({ data: { removeFromCart: { cart } } }),
  };
  const { getByRole, asked } = await renderPage(show(shirt), { answers });
  fireEvent.click(getByRole("button", { name: "Eins mehr" }));
  await waitFor(() =>
    expect(asked).toEqual([{ name: "CHANGEAMOUNT", variables: { input: { itemId: "7", amount: 3 } } }]),
  );
  const remove = getByRole("button", { name: /^Entfernen/ }) as HTMLButtonElement;
  await waitFor(() => expect(remove.disabled).toBe(false));
  fireEvent.click(remove);
  await waitFor(() => expect(asked[1]).toEqual({ name: "REMOVEFROMCART", variables: { input: { itemId: "7" } } }));
});

it("says what the server has against it, and that a line is gone only when it is", async () => {
  const errors = [{ message: "", extensions: { code: "CART_LIMIT_EXCEEDED", limit: 4 } }];
  const onRemoved = vi.fn<() => void>();
  const { getByRole, findByRole } = await renderPage(row(shirt, onRemoved), {
    answers: { REMOVEFROMCART: () => ({ data: null, errors }) },
  });
  fireEvent.click(getByRole("button", { name: /^Entfernen/ }));
  expect((await findByRole("alert")).textContent).toContain("Mehr als 4 Stück");
  expect(onRemoved).not.toHaveBeenCalled();
});

it.each(FORMS)("leads from a ticket without its seat to the seats in %s", async (_, show) => {
  const { container, getAllByRole, queryByRole } = await renderPage(show(seatless));
  expect(getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/events/hamburg", "/events/hamburg"]);
  expect(container.textContent).toContain("Halle, Hamburg");
  expect(queryByRole("spinbutton")).toBeNull();
});

it.each(FORMS)("leads nowhere else from a bundle's ticket without its seat in %s", async (_, show) => {
  const { queryByText, container } = await renderPage(show({ ...seatless, parentId: "1" }));
  expect(queryByText(/wähl/i)).toBeNull();
  expect(container.textContent).toContain("Halle, Hamburg");
});

it.each(FORMS)(
  "offers to name a ticket's holder where the event asks, and to change a printed text, in %s",
  async (_, show) => {
    const asking = { ...seatless, problem: null, personalizationRequirement: "check_in_required" } as const;
    const labels = async (line: CartLine) => {
      const { queryAllByRole, unmount } = await renderPage(show(line));
      const found = queryAllByRole("button").flatMap((button) =>
        button.getAttribute("aria-haspopup") ? [button.firstChild?.textContent] : [],
      );
      unmount();
      return found;
    };
    expect(await labels({ ...asking, parentId: "1" })).toEqual(["Name eintragen"]);
    expect(await labels({ ...seatless, problem: null })).toEqual([]);
    expect(await labels(asking)).toEqual(["Name eintragen"]);
    expect(await labels({ ...asking, personalIdentifier: " + " })).toEqual(["Name eintragen"]);
    expect(await labels({ ...asking, personalIdentifier: "+Suharto" })).toEqual(["Name ändern"]);
    expect(await labels({ ...asking, personalIdentifier: "Mira+Falk" })).toEqual(["Name ändern"]);
    expect(await labels({ ...shirt, personalised: true, personalIdentifier: "MIRA" })).toEqual(["Text ändern"]);
  },
);

it("takes a part of something away with the whole only", async () => {
  const { queryByRole } = await renderPage(row({ ...shirt, parentId: "1" }));
  expect(queryByRole("button", { name: /^Entfernen/ })).toBeNull();
});

it("says in the drawer in one line what sets a thing apart and when it ships, in the checkout apart", async () => {
  const { getByText, unmount } = await renderPage(drawer(shirt));
  expect(getByText(/^M · .*2027/)).toBeTruthy();
  unmount();
  expect(lineFacts(shirt, translate, { ...words, delivery: "ab März" })).toMatchObject({
    facts: ["M"],
    delivery: "ab März",
  });
});

it("counts bundles of goods, at the price of one with all that is in it", async () => {
  const box = {
    ...shirt,
    type: "bundle",
    amount: 3,
    price: "15.00",
    total: "45.00",
    totalSum: "120.00",
    maxAmount: 4,
  } as unknown as CartLine;
  const changes: unknown[] = [];
  const answers = {
    CHANGEAMOUNT: (variables: unknown) => {
      changes.push(variables);
      return { data: { changeAmount: { cart } } };
    },
  };
  const { container, getByRole } = await renderPage(row(box), { answers });
  expect(lineFacts(box, translate, words)).toMatchObject({ price: "40.00", total: "120.00" });
  expect(container.textContent).toContain("120,00");
  fireEvent.click(getByRole("button", { name: "Eins mehr" }));
  await waitFor(() => expect(changes).toEqual([{ input: { itemId: "7", amount: 4 } }]));
});
