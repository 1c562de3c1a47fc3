import { describe, expect, it } from "vitest";
import { combine, firstChoice, setAmount, setSeat, setText, take, type Bundle, type Choice, type Item } from "./choice";
import { restored } from "./restored";

const option = (id: string, available = true) => ({
  id,
  available,
  price: "0.00",
  description: id,
  pricingCategory: null,
});
const item = (id: string, options: object[], more: object = {}) =>
  ({
    id,
    options,
    newPrice: "0.00",
    limit: 1,
    bound: false,
    disable: false,
    product: { meta: {} },
    event: null,
    ...more,
  }) as unknown as Item;

const shirt = item("2", [option("s"), option("m")]);
const evening = item("3", [option("hamburg")], { product: null, event: { displayMap: false } });
const row = { ...option("row"), pricingCategory: { id: "1", name: "Row", seated: true } };
const hall = item("4", [row], {
  product: null,
  event: { displayMap: true, seatMap: { version: "1" }, meta: { hideMap: false } },
});
const poster = item("5", [option("poster")], { limit: 3 });
const cap = item("6", [option("red"), option("blue")]);
const pin = item("7", [option("pin")], { product: { meta: { personalised: true } } });
const bundle = {
  id: "1",
  root: item("1", [option("r")]),
  commonItems: [shirt],
  combinations: [
    { id: "A", additionalPrice: "0.00", available: true, products: [evening] },
    { id: "B", additionalPrice: "5.00", available: true, products: [hall] },
  ],
  additionalProducts: [poster],
  additionalProductGroup: [cap, pin],
} as unknown as Bundle;

const seated = setSeat(bundle, combine(bundle, take(bundle, firstChoice(bundle), shirt, "m"), "B"), hall, "row", {
  id: "400",
  name: "Reihe 1",
});
const posters = setAmount(bundle, take(bundle, seated, poster, ""), poster, 3);
const whole = setText(bundle, take(bundle, posters, pin, ""), pin, "Mira");
/** As history's state gives it back. */
const kept = (choice: Choice) => JSON.parse(JSON.stringify(choice)) as Choice;

describe("a choice that was made earlier", () => {
  it("is the same where the bundle is", () => {
    expect(restored(bundle, kept(whole))).toEqual(whole);
    expect(restored(bundle, kept(firstChoice(bundle)))).toEqual(firstChoice(bundle));
    const open = take(bundle, whole, cap, "");
    expect(restored(bundle, kept(open))).toEqual(open);
  });

  it("stays undone where it was taken back", () => {
    const marked = {
      ...bundle,
      commonItems: [{ ...shirt, options: shirt.options.map((one) => ({ ...one, isDefault: one.id === "m" })) }],
    };
    const [own] = marked.commonItems;
    expect(firstChoice(marked).parts).toHaveProperty("2");
    expect(restored(marked, kept(take(marked, firstChoice(marked), own as Item, null))).parts).toEqual({});
  });

  it.each([
    [
      "an option that is sold out",
      { commonItems: [{ ...shirt, options: [option("s"), option("m", false)] }] },
      { ...whole.parts, 2: undefined },
    ],
    [
      "a combination that is sold out",
      { combinations: bundle.combinations.map((one) => ({ ...one, available: one.id !== "B" })) },
      { ...whole.parts, 4: undefined },
    ],
    [
      "a seat where there is no map any more",
      { combinations: [{ ...bundle.combinations[1], products: [{ ...hall, event: { displayMap: false } }] }] },
      { ...whole.parts, 4: { option: "row", amount: 1 } },
    ],
    [
      "pieces above a limit",
      { additionalProducts: [{ ...poster, limit: 2 }] },
      { ...whole.parts, 5: { option: "poster", amount: 2 } },
    ],
    [
      "an addition that is sold out",
      { additionalProducts: [{ ...poster, disable: true, options: [option("poster", false)] }] },
      { ...whole.parts, 5: undefined },
    ],
    [
      "a text where none is printed any more",
      { additionalProductGroup: [cap, { ...pin, product: { meta: {} } }] },
      { ...whole.parts, 7: { option: "pin", amount: 1 } },
    ],
    ["a part that is gone", { additionalProductGroup: [] }, { ...whole.parts, 7: undefined }],
  ])("forgets %s, and nothing else", (_, change, parts) => {
    const now = { ...bundle, ...change } as unknown as Bundle;
    const left = restored(now, kept(whole)).parts;
    // What may be chosen anew is open: wanted, or not taken at all.
    expect(Object.fromEntries(Object.entries(left).filter(([, { option }]) => option))).toEqual(
      JSON.parse(JSON.stringify(parts)),
    );
  });
});
