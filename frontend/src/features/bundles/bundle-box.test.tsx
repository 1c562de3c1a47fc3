import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { BundleBox } from "@/features/bundles";
import type { Bundle } from "@/features/bundles/choice/choice";
import type { ProductDetail } from "@/generated/features/products/product";
import { loadTexts } from "@/lib/texts/i18n";
import { HttpError } from "@/lib/wire/fetch-layer";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const option = (id: string, description: string, price = "0.00") => ({
  id,
  description,
  price,
  descriptionSubline: "",
  message: "",
  available: true,
  pricingCategory: null,
});
const item = (id: string, name: string, options: object[], more: object = {}) => ({
  id,
  options,
  newPrice: "0.00",
  oldPrice: null,
  disable: false,
  limit: 1,
  obligatory: false,
  bound: false,
  event: null,
  product: { name, slug: name, color: "", squareImage: null, meta: { personalised: false } },
  ...more,
});
const bundle = {
  id: "1",
  price: "40.00",
  originalPrice: null,
  available: true,
  soldOutMessage: "",
  root: item("1", "Box", [option("r", "", "40.00")]),
  commonItems: [item("2", "Shirt", [option("s", "S"), option("m", "M")])],
  combinations: [],
  additionalProducts: [
    item("5", "Poster", [option("p", "", "9.00")], { newPrice: "9.00", oldPrice: "12.00", limit: 3 }),
  ],
  additionalProductGroup: [],
} as unknown as Bundle;
const product = {
  name: "Box",
  price: "40.00",
  publicShippableFrom: null,
  lowestPrice30Days: null,
  unitPrice: null,
  shipped: false,
  meta: { externalUrl: "" },
} as unknown as ProductDetail;

type Options = Parameters<typeof renderPage>[1];
const open = async (options: Options = {}, more: object = {}) => {
  await loadTexts("bundle");
  return renderPage(
    <BundleBox bundle={{ ...bundle, ...more }} product={product}>
      {null}
    </BundleBox>,
    options,
  );
};
const press = async ({ getAllByRole }: Awaited<ReturnType<typeof open>>, name: string) => {
  const [button] = getAllByRole("button", { name });
  if (button) await userEvent.click(button);
};

// Another visit.
beforeEach(() => window.history.replaceState(null, ""));

describe("BundleBox", () => {
  it("adds what was chosen as one, and begins anew", async () => {
    const cart = { items: [], newItemIds: [] };
    const page = await open({ answers: { ADDTOCART: () => ({ data: { addToCart: { cart, seatShifts: [] } } }) } });
    await userEvent.click(page.getByRole("radio", { name: "M" }));
    await userEvent.click(page.getByRole("checkbox", { name: /^Poster/ }));
    await userEvent.click(page.getByRole("button", { name: "Eins mehr" }));
    expect(page.container.textContent).toContain("58,00");
    await press(page, "In den Korb");
    expect(await page.findAllByRole("button", { name: "Liegt im Korb" })).toBeTruthy();
    const parts = [
      { partId: "2", productVariantId: "m", amount: 1 },
      { partId: "5", productVariantId: "p", amount: 2 },
    ];
    expect(page.asked).toEqual([
      {
        name: "ADDTOCART",
        variables: { input: { requests: [{ productVariantId: "r", amount: 1, bundleId: "1", parts }] } },
      },
    ]);
    expect((page.getByRole("radio", { name: "M" }) as HTMLInputElement).checked).toBe(false);
  });

  it("has no way without what must be added, which costs extra from the beginning", async () => {
    const [poster] = bundle.additionalProducts as unknown as object[];
    const page = await open({}, { price: "49.00", additionalProducts: [{ ...poster, obligatory: true }] });
    expect(page.queryByRole("checkbox", { name: /Poster/ })).toBeNull();
    expect(page.container.textContent).toContain("Gehört in jedem Fall dazu und kostet extra.");
    expect(page.container.textContent).toContain("49,00");
    await userEvent.click(page.getByRole("button", { name: "Eins mehr" }));
    expect(page.container.textContent).toContain("58,00");
  });

  it("finds the choice again on the way back, and nothing of it where it is in the cart", async () => {
    const cart = { items: [], newItemIds: [] };
    const options: Options = { answers: { ADDTOCART: () => ({ data: { addToCart: { cart, seatShifts: [] } } }) } };
    const first = await open(options);
    await userEvent.click(first.getByRole("radio", { name: "M" }));
    first.unmount();
    const again = await open(options);
    expect((again.getByRole("radio", { name: "M" }) as HTMLInputElement).checked).toBe(true);
    await press(again, "In den Korb");
    await again.findAllByRole("button", { name: "Liegt im Korb" });
    again.unmount();
    const after = await open(options);
    expect((after.getByRole("radio", { name: "M" }) as HTMLInputElement).checked).toBe(false);
  });

  it("says when a part is sent that is sold before it is there", async () => {
    const later = item("2", "Shirt", [option("s", "S")], {
      product: {
        name: "Shirt",
        slug: "shirt",
        color: "",
        publicShippableFrom: "2099-03-01",
        squareImage: null,
        meta: { personalised: false },
      },
    });
    const { container } = await open({}, { commonItems: [later] });
    expect(container.textContent).toMatch(/S · Lieferbar ab .*2099/);
  });

  it("says what is not chosen, goes there, and asks nothing of the server", async () => {
    const page = await open();
    await press(page, "In den Korb");
    expect(page.getByText("Wähl zuerst eine Größe oder Variante aus.")).toBeTruthy();
    expect(document.activeElement).toBe(page.getByRole("radio", { name: "S" }));
    expect(page.asked).toEqual([]);
  });

  it("goes to what lacks where a part's id is the root's", async () => {
    const page = await open(
      {},
      { root: item("2", "Box", [option("r", "Rot", "40.00"), option("b", "Blau", "40.00")]) },
    );
    await userEvent.click(page.getByRole("radio", { name: "Rot" })); // and says of no colour that it costs more
    await press(page, "In den Korb");
    expect(document.activeElement).toBe(page.getByRole("radio", { name: "S" }));
  });

  it("says of a hall that has lost its map that its seats are gone, and of no connection that", async () => {
    const hall = {
      id: "9",
      slug: "hall",
      name: "Abend",
      artist: "",
      displayMap: true,
      seatMap: { version: "1" },
      happeningFrom: "2027-05-01T20:00:00+02:00",
      image: null,
      venue: { name: "Halle", address: { city: "Hamburg" } },
      meta: { hideDate: false, hideMap: false },
    };
    const ticket = { ...option("t", "Normal"), pricingCategory: { id: "1", name: "Parkett", seated: true } };
    const evening = item("4", "", [ticket], { product: null, event: hall });
    const page = await open(
      { answers: { BUNDLE_SEATS: () => ({ data: { event: null } }) } },
      { commonItems: [evening] },
    );
    await press(page, "Platz wählen");
    expect((await page.findAllByRole("alert"))[0]?.textContent).toBe(
      "Diese Plätze sind leider nicht mehr frei. Bitte wähle neu.",
    );
    page.unmount();
    const cut = () => {
      throw new HttpError(0);
    };
    const offline = await open({ answers: { BUNDLE_SEATS: cut } }, { commonItems: [evening] });
    await press(offline, "Platz wählen");
    expect((await offline.findAllByRole("alert"))[0]?.textContent).toContain("Keine Verbindung");
  });

  it.each([
    ["SOLD_OUT", "de", "Nicht alles in diesem Paket ist noch zu haben."],
    ["ITEM_NOT_AVAILABLE", "en", "Not everything in this bundle is still available."],
    ["BUNDLE_NOT_AVAILABLE", "en", "Not everything in this bundle is still available."],
    ["SEATS_NOT_AVAILABLE", "de", "Diese Plätze sind leider nicht mehr frei. Bitte wähle neu."],
    ["CART_LIMIT_EXCEEDED", "de", "Mehr als 4 Stück"],
  ] as const)("keeps the choice when the server says %s, and says so in %s", async (code, locale, text) => {
    const errors = [{ message: "", extensions: { code, limit: 4 } }];
    const page = await open({ locale, answers: { ADDTOCART: () => ({ data: null, errors }) } });
    await userEvent.click(page.getByRole("radio", { name: "M" }));
    await press(page, locale === "de" ? "In den Korb" : "Add to cart");
    for (const place of await page.findAllByRole("alert")) expect(place.textContent).toContain(text);
    expect((page.getByRole("radio", { name: "M" }) as HTMLInputElement).checked).toBe(true);
  });

  const fewer = proves("catalogue §4, §5", "a bundle asks for fewer where only the pieces of an addition are too many");
  it("asks for fewer where only the pieces of an addition are too many", fewer, async () => {
    const errors = [{ message: "", extensions: { code: "SOLD_OUT", available: 1 } }];
    const page = await open({ answers: { ADDTOCART: () => ({ data: null, errors }) } });
    await userEvent.click(page.getByRole("radio", { name: "M" }));
    await userEvent.click(page.getByRole("checkbox", { name: /^Poster/ }));
    await userEvent.click(page.getByRole("button", { name: "Eins mehr" }));
    await press(page, "In den Korb");
    expect((await page.findAllByRole("alert"))[0]?.textContent).toBe(
      "So viele sind nicht mehr da. Versuch es mit weniger.",
    );
    expect((page.getByRole("textbox", { name: /Poster/ }) as HTMLInputElement).value).toBe("1");
    expect((page.getByRole("button", { name: "Eins mehr" }) as HTMLButtonElement).disabled).toBe(true);
  });

  it("offers nothing to add that the shop does not list, and names what comes together only", async () => {
    const bound = { bound: true, newPrice: "3.00" };
    const additions = [
      item("5", "", [], { product: null, disable: true }),
      item("6", "Beutel", [option("b", "", "3.00")], bound),
      item("7", "Aufnäher", [option("a", "", "3.00")], bound),
    ];
    const { container, getAllByRole } = await open({}, { additionalProducts: additions });
    expect(getAllByRole("checkbox")).toHaveLength(2);
    expect(container.textContent).toContain("nur zusammen mit Aufnäher");
    expect(container.textContent).toContain("nur zusammen mit Beutel");
  });

  it("is disabled as a whole, with its own words or the shop's", async () => {
    const page = await open({}, { available: false });
    expect((page.getAllByRole("button", { name: "Gerade nicht zu haben" })[0] as HTMLButtonElement).disabled).toBe(
      true,
    );
    page.unmount();
    const own = await open({}, { available: false, soldOutMessage: "Erst wieder auf Tour" });
    expect(own.getAllByRole("button", { name: "Erst wieder auf Tour" })).toBeTruthy();
  });

  it("says from also at the lower edge while the price may rise, and no more once it is chosen", async () => {
    const root = item("1", "Box", [option("r", "Rot", "40.00"), option("b", "Blau", "44.00")]);
    const page = await open({}, { root });
    const prices = () =>
      [...page.container.querySelectorAll(".price-tag")]
        .map((one) => one.textContent)
        .filter((text) => text.includes("4"));
    expect(new Set(prices())).toEqual(new Set(["ab 40,00\u00a0€"]));
    await userEvent.click(page.getByRole("radio", { name: /Blau/ }));
    expect(new Set(prices())).toEqual(new Set(["44,00\u00a0€"]));
  });

  it("offers each addition as a box to tick, and of a group one or none", async () => {
    const cup = item("8", "Becher", [option("c", "", "5.00")], { newPrice: "5.00" });
    const page = await open({}, { additionalProductGroup: [cup, item("9", "Plakat", [option("d", "", "5.00")])] });
    const poster = page.getByRole("checkbox", { name: /^Poster/ }) as HTMLInputElement;
    await userEvent.click(poster);
    expect(page.container.textContent).toContain("49,00");
    await userEvent.click(poster);
    expect([poster.checked, page.container.textContent.includes("49,00")]).toEqual([false, false]);
    const names = page.getAllByRole("radio").map((one) => one.closest("label")?.textContent);
    expect(names.filter((name) => name === "Nichts davon")).toHaveLength(1);
  });
});
