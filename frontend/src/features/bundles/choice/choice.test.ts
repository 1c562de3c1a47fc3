import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  canTake,
  combine,
  firstChoice,
  isHidden,
  isSeated,
  lackOf,
  optionsOf,
  requestOf,
  setAmount,
  setSeat,
  setText,
  withoutSeats,
  withoutSoldOut,
  take,
  takenOf,
  ticketsOf,
  totalOf,
  type Bundle,
  type Choice,
  type Item,
} from "./choice";
import { surchargesVary } from "./surcharges";

const option = (id: string, price = "0.00", available = true) => ({
  id,
  price,
  available,
  description: id,
  physical: false,
  pricingCategory: null,
});
const item = (id: string, options: object[], more: object = {}) =>
  ({
    id,
    options,
    newPrice: (options as { price: string }[])[0]?.price,
    limit: 1,
    obligatory: false,
    bound: false,
    product: { meta: {} },
    event: null,
    ...more,
  }) as unknown as Item;

const root = item("1", [option("r", "40.00")]);
const shirt = item("2", [option("s"), option("m"), option("l", "0.00", false)]);
const evening = item("3", [option("hamburg")], { product: null, event: { displayMap: false } });
const seat = (id: string, seated = true) => ({
  ...option(id),
  pricingCategory: { id: `of-${id}`, name: "Row", seated },
});
const hall = item("4", [seat("row")], {
  product: null,
  event: { displayMap: true, seatMap: { version: "1" }, meta: { hideMap: false } },
});
const poster = item("5", [option("poster", "9.00")], { limit: 3 });
const cap = item("6", [option("red", "6.00"), option("blue", "7.50")]);
const pin = item("7", [option("pin", "2.00")], { product: { meta: { personalised: true } } });
const sticker = item("8", [option("sticker", "1.00")], { bound: true });
const patch = item("9", [option("round", "3.00"), option("square", "3.00")], { bound: true });
const bundle = {
  id: "1",
  price: "40.00",
  root,
  commonItems: [shirt],
  combinations: [
    { id: "A", additionalPrice: "0.00", available: true, products: [evening] },
    { id: "B", additionalPrice: "5.00", available: true, products: [hall] },
  ],
  additionalProducts: [poster, sticker, patch],
  additionalProductGroup: [cap, pin],
} as unknown as Bundle;

const whole = (): Choice => combine(bundle, take(bundle, firstChoice(bundle), shirt, "m"), "A");

describe("a bundle's choice", () => {
  it("begins with what needs none", () => {
    const first = firstChoice(bundle);
    expect([first.root?.option, first.combination, Object.keys(first.parts)]).toEqual(["r", null, []]);
    const one = { ...bundle, combinations: bundle.combinations.slice(0, 1) };
    expect(firstChoice(one)).toMatchObject({ combination: "A", parts: { 3: { option: "hamburg" } } });
  });

  it("of an online and a printed ticket of one name, leaves the kind to the end", () => {
    const [online, printed] = [option("online"), { ...option("printed"), physical: true, description: "online" }];
    const twins = item("3", [online, printed], { product: null, event: { displayMap: false } });
    expect(optionsOf(twins)).toEqual([online]);
    const one = { ...bundle, combinations: [{ ...bundle.combinations[0], products: [twins] }] } as unknown as Bundle;
    expect(firstChoice(one).parts["3"]?.option).toBe("online");
    expect(ticketsOf(one, firstChoice(one)).map((tickets) => tickets.map(({ id }) => id))).toEqual([
      ["online", "printed"],
    ]);
  });

  it("lacks an option, a combination, a seat, a text, in the page's order", () => {
    const first = firstChoice(bundle);
    expect(lackOf(bundle, first)).toEqual({ kind: "OPTION", item: shirt });
    const sized = take(bundle, first, shirt, "m");
    expect(lackOf(bundle, sized)).toEqual({ kind: "COMBINATION" });
    const seated = combine(bundle, sized, "B");
    expect(lackOf(bundle, seated)).toEqual({ kind: "SEAT", item: hall });
    expect(lackOf(bundle, setSeat(bundle, seated, hall, "row", { id: "400", name: "Reihe 1" }))).toBeNull();
    const named = take(bundle, whole(), pin, "");
    expect(lackOf(bundle, named)).toEqual({ kind: "TEXT", item: pin });
    expect(lackOf(bundle, setText(bundle, named, pin, "Mira"))).toBeNull();
    expect(lackOf(bundle, whole())).toBeNull();
  });

  it("is of one combination: another one takes its place, and it can be undone", () => {
    const seated = setSeat(bundle, combine(bundle, whole(), "B"), hall, "row", { id: "400", name: "" });
    expect(Object.keys(seated.parts)).toEqual(["2", "4"]);
    expect(Object.keys(combine(bundle, seated, "A").parts)).toEqual(["2", "3"]);
    expect(combine(bundle, seated, null)).toMatchObject({ combination: null, parts: { 2: { option: "m" } } });
  });

  it("can be undone item by item", () => {
    expect(takenOf(bundle, take(bundle, whole(), shirt, null), shirt)).toBeNull();
    expect(take(bundle, whole(), root, null).root).toBeNull();
  });

  it("has one of a group at most, whose option may be open yet", () => {
    const capped = take(bundle, whole(), cap, "");
    expect(lackOf(bundle, capped)).toEqual({ kind: "OPTION", item: cap });
    const pinned = take(bundle, take(bundle, capped, cap, "blue"), pin, "");
    expect([takenOf(bundle, pinned, cap), takenOf(bundle, pinned, pin)?.option]).toEqual([null, "pin"]);
    expect(takenOf(bundle, take(bundle, pinned, pin, null), pin)).toBeNull();
  });

  it("takes what is bound together, and leaves it empty together", () => {
    const both = take(bundle, whole(), sticker, "");
    expect([takenOf(bundle, both, sticker)?.option, takenOf(bundle, both, patch)?.option]).toEqual(["sticker", ""]);
    expect(lackOf(bundle, both)).toEqual({ kind: "OPTION", item: patch });
    const none = take(bundle, take(bundle, both, patch, "round"), patch, null);
    expect([takenOf(bundle, none, sticker), takenOf(bundle, none, patch)]).toEqual([null, null]);
  });

  it("cannot take what comes with something that is sold out, and opens it again when that goes meanwhile", () => {
    const gone = { ...patch, disable: true, options: patch.options.map((one) => ({ ...one, available: false })) };
    const now = { ...bundle, additionalProducts: [poster, sticker, gone] };
    expect([canTake(bundle, sticker), canTake(now, sticker), canTake(now, gone), canTake(now, poster)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(Object.keys(withoutSoldOut(now, take(bundle, whole(), sticker, "")).parts)).toEqual(["2", "3"]);
  });

  it("counts pieces of what may be added, within its limit", () => {
    const posters = (amount: number) =>
      takenOf(bundle, setAmount(bundle, take(bundle, whole(), poster, ""), poster, amount), poster)?.amount;
    expect([posters(2), posters(9), posters(0)]).toEqual([2, 3, 1]);
    expect(setAmount(bundle, whole(), poster, 2)).toEqual(whole());
  });

  it("has a seat chosen where all its tickets have one", () => {
    const hallOf = (...options: object[]) => ({ ...hall, options }) as unknown as Item;
    expect([isSeated(hallOf(seat("row"), seat("box"))), isSeated(hallOf(seat("standing", false)))]).toEqual([
      true,
      false,
    ]);
    expect([isSeated(hallOf(seat("row"), seat("standing", false))), isSeated(evening), isSeated(shirt)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("loses seats that others took, and nothing else", () => {
    const seated = setSeat(bundle, whole(), hall, "row", { id: "400", name: "Row 1, seat 2" });
    expect(withoutSeats(seated).parts["4"]).toEqual({ option: "row", amount: 1 });
    expect(withoutSeats(seated).parts["2"]).toEqual(seated.parts["2"]);
  });

  it("hides what staff wish to hide unless something is to be chosen of it", () => {
    const hidden = (of: Item, meta: object = {}) =>
      ({ ...of, product: { meta: { hideInCombinedProduct: true, personalised: false, ...meta } } }) as Item;
    expect([
      isHidden(hidden(poster)),
      isHidden(hidden(poster, { hideInCombinedProduct: false })),
      isHidden(hidden(shirt)),
      isHidden(hidden(pin, { personalised: true })),
    ]).toEqual([true, false, false, false]);
  });

  it("takes the option that staff marked", () => {
    const marked = { ...shirt, options: shirt.options.map((one) => ({ ...one, isDefault: one.id === "m" })) };
    expect(firstChoice({ ...bundle, commonItems: [marked] }).parts).toMatchObject({ 2: { option: "m" } });
  });

  it("forgets the seat with the kind of ticket it was for", () => {
    const seated = setSeat(bundle, combine(bundle, whole(), "B"), hall, "row", { id: "400", name: "" });
    expect(takenOf(bundle, take(bundle, seated, hall, "row"), hall)?.seat).toBeUndefined();
  });

  it("opens again what was sold meanwhile", () => {
    const gone = { ...shirt, options: shirt.options.map((one) => ({ ...one, available: one.id !== "m" })) };
    const now = {
      ...bundle,
      commonItems: [gone],
      combinations: bundle.combinations.map((one) => ({ ...one, available: one.id !== "A" })),
    };
    expect(withoutSoldOut(now, whole())).toMatchObject({ combination: null, parts: {} });
    expect(withoutSoldOut(bundle, whole())).toEqual(whole());
  });
});

describe("what the server takes for whole", () => {
  interface Part {
    id: number;
    role: "common" | "combination" | "additional" | "group";
    combination?: number;
    most?: number;
    obligatory?: boolean;
    bound?: boolean;
  }
  const { parts, surcharges, choices } = JSON.parse(readFileSync("../tests/bundle_choices.json", "utf8")) as {
    parts: Part[];
    surcharges: Record<string, string>;
    choices: { name: string; chosen: Record<string, number>; verdict: string }[];
  };
  const itemOf = ({ id, most = 1, obligatory = false, bound = false }: Part) =>
    item(String(id), [option(`v${id}`)], { limit: most, obligatory, bound });
  const of = (role: Part["role"], combination?: string) =>
    parts.filter((one) => one.role === role && String(one.combination) === String(combination)).map(itemOf);
  const examples = {
    ...bundle,
    commonItems: of("common"),
    combinations: Object.entries(surcharges).map(([id, additionalPrice]) => ({
      id,
      additionalPrice,
      available: true,
      products: of("combination", id),
    })),
    additionalProducts: of("additional"),
    additionalProductGroup: of("group"),
  } as unknown as Bundle;

  it.each(choices)("can be chosen on the page, and nothing else: $name", ({ chosen, verdict }) => {
    let choice = firstChoice(examples);
    for (const one of examples.additionalProducts.filter((item) => item.obligatory))
      choice = take(examples, choice, one, null);
    for (const one of examples.combinations)
      if (one.products.some(({ id }) => id in chosen)) choice = combine(examples, choice, one.id);
    for (const one of [...examples.additionalProducts, ...examples.additionalProductGroup])
      if (one.id in chosen) choice = setAmount(examples, take(examples, choice, one, ""), one, chosen[one.id] ?? 1);
    const made = Object.fromEntries(Object.entries(choice.parts).map(([id, { amount }]) => [id, amount]));
    const isMade = lackOf(examples, choice) === null && JSON.stringify(made) === JSON.stringify(chosen);
    expect(isMade).toBe(verdict === "whole");
  });
});

describe("a bundle's price", () => {
  it.each([
    ["as it begins", () => firstChoice(bundle), "40.00"],
    ["with the dearer combination", () => combine(bundle, whole(), "B"), "45.00"],
    ["with three posters", () => setAmount(bundle, take(bundle, whole(), poster, ""), poster, 3), "67.00"],
    ["with a cap whose colour is open", () => take(bundle, whole(), cap, ""), "46.00"],
    ["with a blue cap", () => take(bundle, whole(), cap, "blue"), "47.50"],
  ])("%s", (_, choice, price) => expect(totalOf(bundle, choice())).toBe(price));

  it("is with the cheapest of what must be added, until it is chosen", () => {
    const must = { ...cap, obligatory: true };
    const bound = { ...bundle, additionalProducts: [poster, must], additionalProductGroup: [] } as Bundle;
    expect(totalOf(bound, firstChoice(bound))).toBe("46.00");
    expect(lackOf(bound, whole())).toEqual({ kind: "OPTION", item: must });
    expect(totalOf(bound, take(bound, firstChoice(bound), must, "blue"))).toBe("47.50");
  });

  it("is the least of what can be had", () => {
    const sizes = {
      ...bundle,
      root: item("1", [option("s", "40.00", false), option("m", "44.00"), option("l", "46.00")]),
    };
    expect(totalOf(sizes, firstChoice(sizes))).toBe("44.00");
  });

  it("may rise with the combination, if more than one can be had", () => {
    expect(surchargesVary(bundle.combinations)).toBe(true);
    expect(surchargesVary(bundle.combinations.map((one) => ({ ...one, available: one.id === "A" })))).toBe(false);
  });
});

it("is asked for as one with its parts", () => {
  const seated = setSeat(bundle, combine(bundle, whole(), "B"), hall, "row", { id: "400", name: "Reihe 1" });
  const named = setText(bundle, take(bundle, seated, pin, ""), pin, " Mira ");
  expect(requestOf(bundle, named)).toEqual({
    productVariantId: "r",
    amount: 1,
    bundleId: "1",
    parts: [
      { partId: "2", productVariantId: "m", amount: 1 },
      { partId: "4", productVariantId: "row", amount: 1, seatIds: ["400"] },
      { partId: "7", productVariantId: "pin", amount: 1, personalIdentifier: "Mira" },
    ],
  });
});
