import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { BuyBox } from "@/features/products";
import type { ProductDetail } from "@/generated/features/products/product";
import { renderPage } from "@/testing/render";

const option = (id: string, description: string, available = true) => ({
  id,
  description,
  descriptionSubline: "",
  price: "29.90",
  originalPrice: null,
  available,
  active: true,
  order: 0,
  message: "",
  isDefault: false,
});
const product = (more: object = {}) =>
  ({
    price: "29.90",
    originalPrice: "35.00",
    available: true,
    cartLimit: 3,
    select: false,
    soldOutMessage: "",
    publicShippableFrom: null,
    productVariants: { nodes: [option("s", "S"), option("m", "M"), option("l", "L", false)] },
    meta: { personalised: false, externalUrl: "", externalUrlText: "" },
    ...more,
  }) as unknown as ProductDetail;

const open = (more: object = {}, options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<BuyBox product={product(more)}>{null}</BuyBox>, options);

describe("BuyBox", () => {
  it("says that an option is missing and asks nothing of the server", async () => {
    const { getAllByRole, getByText, asked } = await open();
    const button = getAllByRole("button", { name: "In den Korb" })[0];
    if (button) await userEvent.click(button);
    expect(getByText("Wähl zuerst eine Größe oder Variante aus.")).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it.each([
    ["3XL", "de", "Größe"],
    ["3XL", "en", "Size"],
    ["Rot", "de", "Variante"],
    ["Rot", "en", "Option"],
  ] as const)("calls what is chosen by what it is: %s in %s", async (description, locale, name) => {
    const nodes = [option("s", "S"), option("x", description)];
    const { getByRole } = await open({ productVariants: { nodes } }, { locale });
    expect(getByRole("group", { name })).toBeTruthy();
  });

  it("adds the chosen option in the chosen amount, up to the limit", async () => {
    const cart = { items: [], newItemIds: [] };
    const { getAllByRole, getByRole, findAllByRole, asked } = await open(
      {},
      { locale: "en", answers: { ADDTOCART: () => ({ data: { addToCart: { cart } } }) } },
    );
    await userEvent.click(getByRole("radio", { name: "M" }));
    const more = getAllByRole("button", { name: "One more" })[0];
    for (let i = 0; i < 5; i++) if (more) await userEvent.click(more);
    const button = getAllByRole("button", { name: "Add to cart" })[0];
    if (button) await userEvent.click(button);
    expect(await findAllByRole("button", { name: "In your cart" })).toBeTruthy();
    expect(asked).toEqual([{ name: "ADDTOCART", variables: { input: { requests: [{ productVariantId: "m", amount: 3 }] } } }]);
  });

  it("ends the amount at what is left, once the server has said so, until something else is chosen", async () => {
    const errors = [{ message: "", extensions: { code: "SOLD_OUT", available: 2 } }];
    const { getAllByRole, getByRole, findAllByRole } = await open({}, { answers: { ADDTOCART: () => ({ data: null, errors }) } });
    const [more] = getAllByRole("button", { name: "Eins mehr" }) as HTMLButtonElement[];
    const [amount] = getAllByRole("textbox", { name: "Anzahl" }) as HTMLInputElement[];
    await userEvent.click(getByRole("radio", { name: "S" }));
    for (let i = 0; i < 2; i++) if (more) await userEvent.click(more);
    const button = getAllByRole("button", { name: "In den Korb" })[0];
    if (button) await userEvent.click(button);
    expect((await findAllByRole("alert"))[0]?.textContent).toBe("So viele sind nicht mehr da. Versuch es mit weniger.");
    expect([amount?.value, more?.disabled]).toEqual(["2", true]);
    await userEvent.click(getByRole("radio", { name: "M" }));
    expect(more?.disabled).toBe(false);
  });

  it("shows the limit that the server names", async () => {
    const errors = [{ message: "cart limit exceeded", extensions: { code: "CART_LIMIT_EXCEEDED", limit: 4 } }];
    const { getAllByRole, getByRole, findAllByRole } = await open({}, { answers: { ADDTOCART: () => ({ data: null, errors }) } });
    await userEvent.click(getByRole("radio", { name: "S" }));
    const button = getAllByRole("button", { name: "In den Korb" })[0];
    if (button) await userEvent.click(button);
    const places = await findAllByRole("alert"); // beside the button and above the phones', of which one is shown
    expect(places.map((place) => place.textContent.includes("Mehr als 4 Stück"))).toEqual([true, true]);
    expect(places.map((place) => place.closest(".md\\:hidden") !== null)).toEqual([false, true]);
    expect(places[0]?.className).toContain("hidden md:block");
  });

  it.each([
    ["SOLD_OUT", "de", "So viele sind nicht mehr da. Versuch es mit weniger."],
    ["SOLD_OUT", "en", "There are not that many left. Try fewer."],
    ["ITEM_NOT_AVAILABLE", "de", "Gerade nicht verfügbar"],
    ["ITEM_NOT_AVAILABLE", "en", "Not available right now"],
    ["ITEM_NOT_FOUND", "de", "Diesen Artikel gibt es nicht mehr."],
    ["ITEM_NOT_FOUND", "en", "This item no longer exists."],
    ["TICKET_REQUIRED", "de", "Diesen Artikel gibt es nur zusammen mit einem Ticket."],
    ["FOLLOWED_MISSING", "en", "You can have only as many as there are of the item it belongs to."],
    ["AMOUNT_INVALID", "de", "Diese Anzahl geht nicht."],
    ["ADDRESS_BUSY", "en", "A lot is reserved from your connection right now. Please try again in a few minutes."],
  ] as const)("shows what the server has against it: %s in %s", async (code, locale, text) => {
    const errors = [{ message: "", extensions: { code } }];
    const { getAllByRole, getByRole, findAllByRole } = await open({}, { locale, answers: { ADDTOCART: () => ({ data: null, errors }) } });
    await userEvent.click(getByRole("radio", { name: "S" }));
    const button = getAllByRole("button", { name: locale === "de" ? "In den Korb" : "Add to cart" })[0];
    if (button) await userEvent.click(button);
    expect((await findAllByRole("alert"))[0]?.textContent).toBe(text);
  });

  it("keeps sold-out options visible and not selectable, and offers a dropdown where wanted", async () => {
    const { getByRole, unmount } = await open();
    expect((getByRole("radio", { name: /^L/ }) as HTMLInputElement).disabled).toBe(true);
    unmount();
    const second = await open({ select: true });
    expect(second.getByRole("combobox")).toBeTruthy();
  });

  it("says sold out on a button that does nothing", async () => {
    const { getAllByRole } = await open({ available: false, soldOutMessage: "Erst wieder auf Tour" });
    expect((getAllByRole("button", { name: "Erst wieder auf Tour" })[0] as HTMLButtonElement).disabled).toBe(true);
  });
});
