import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { BuyBox } from "@/features/products";
import { option, shirt } from "@/testing/goods";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const open = (more: object = {}, options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<BuyBox product={shirt(more)}>{null}</BuyBox>, options);

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

  it(
    "is a dropdown where the product says so, whatever it is in bundles",
    proves("catalogue §2", "variants are a radio list, or a dropdown where the item says so"),
    async () => {
      const { meta } = shirt();
      const radio = await open({ meta: { ...meta, allowMultipleOverride: true } });
      expect([radio.queryAllByRole("radio").length > 1, radio.queryByRole("combobox")]).toEqual([true, null]);
      radio.unmount();
      const dropdown = await open({ select: true });
      expect([dropdown.queryAllByRole("radio").length, dropdown.queryAllByRole("combobox").length]).toEqual([0, 1]);
    },
  );

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
    expect(asked).toEqual([
      { name: "ADDTOCART", variables: { input: { requests: [{ productVariantId: "m", amount: 3 }] } } },
    ]);
  });

  it("ends the amount at what is left, once the server has said so, until something else is chosen", async () => {
    const errors = [{ message: "", extensions: { code: "SOLD_OUT", available: 2 } }];
    const { getAllByRole, getByRole, findAllByRole } = await open(
      {},
      { answers: { ADDTOCART: () => ({ data: null, errors }) } },
    );
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
    const { getAllByRole, getByRole, findAllByRole } = await open(
      {},
      { answers: { ADDTOCART: () => ({ data: null, errors }) } },
    );
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
    ["ADDRESS_BUSY", "en", "You cannot reserve or order more before you pay. Pay first, or take something out."],
  ] as const)("shows what the server has against it: %s in %s", async (code, locale, text) => {
    const errors = [{ message: "", extensions: { code } }];
    const { getAllByRole, getByRole, findAllByRole } = await open(
      {},
      { locale, answers: { ADDTOCART: () => ({ data: null, errors }) } },
    );
    await userEvent.click(getByRole("radio", { name: "S" }));
    const button = getAllByRole("button", { name: locale === "de" ? "In den Korb" : "Add to cart" })[0];
    if (button) await userEvent.click(button);
    expect((await findAllByRole("alert"))[0]?.textContent).toBe(text);
  });

  const choices = proves(
    "catalogue §4, §5",
    "radio list or dropdown, surcharges, what is gone disabled; external goods; text to print; from 18",
  );
  it("keeps sold-out options visible and not selectable, in a list and in a dropdown", choices, async () => {
    const { getByRole, unmount } = await open();
    expect((getByRole("radio", { name: /^L/ }) as HTMLInputElement).disabled).toBe(true);
    unmount();
    const nodes = [
      option("1", "Nr. 1", { price: "33.90", message: "Mit Kaffeerand" }),
      option("2", "Nr. 2", { available: false }),
    ];
    const { getByRole: get, getByText } = await open({ select: true, productVariants: { nodes } });
    const gone = get("option", { name: "Nr. 2 – vergriffen" }) as HTMLOptionElement;
    expect(gone.disabled).toBe(true);
    await userEvent.selectOptions(
      get("combobox", { name: "Variante" }),
      get("option", { name: "Nr. 1 · + 4,00\u00a0€" }),
    );
    expect(getByText("Mit Kaffeerand")).toBeTruthy();
  });

  it("asks for the text to print, which ends at 80 signs, and for no amount", choices, async () => {
    const meta = { personalised: true, externalUrl: "", externalUrlText: "" };
    const { getAllByRole, getByRole, getByText, queryByRole, asked } = await open({
      productVariants: { nodes: [option("a", "")] },
      meta,
    });
    const [button] = getAllByRole("button", { name: "In den Korb" });
    if (button) await userEvent.click(button);
    expect(getByText("Schreib zuerst deinen Text.")).toBeTruthy();
    const field = getByRole("textbox", { name: /^Dein Text/ }) as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard("x".repeat(90));
    expect(field.value).toBe("x".repeat(80));
    expect(queryByRole("textbox", { name: "Anzahl" })).toBeNull();
    expect(asked).toEqual([]);
  });

  it("has a link and no button where another shop sells it", choices, async () => {
    const meta = {
      personalised: false,
      externalUrl: "https://halbmond.example/nachtpressung",
      externalUrlText: "Beim Label kaufen",
    };
    const { getAllByRole, queryByRole } = await open({ meta });
    const links = getAllByRole("link", { name: /^Beim Label kaufen/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([meta.externalUrl, meta.externalUrl]); // beside and below
    expect(queryByRole("button", { name: "In den Korb" })).toBeNull();
  });

  it("says sold out on a button that does nothing", async () => {
    const { getAllByRole } = await open({ available: false, soldOutMessage: "Erst wieder auf Tour" });
    expect((getAllByRole("button", { name: "Erst wieder auf Tour" })[0] as HTMLButtonElement).disabled).toBe(true);
  });
});
