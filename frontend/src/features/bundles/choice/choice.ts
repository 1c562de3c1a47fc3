import { onlyOption } from "@/features/products";
import { showsSeatMap } from "@/features/seat-map";
import { choicesOf } from "@/features/tickets";
import type { BundleData, BundleItemData } from "@/generated/features/bundles/item";
import { fromCents, toCents } from "@/lib/money";

export type Bundle = BundleData;
/** `left`: how many of it there still are, where that was found out. */
export type Item = BundleItemData & { readonly left?: number };
export type Option = Item["options"][number];
type Combination = Bundle["combinations"][number];

export interface ChosenSeat {
  readonly id: string;
  /** "Block 204, Reihe 7, Platz 12" */
  readonly name: string;
}

/** What is taken of an item. */
export interface Taken {
  /** "" while it is wanted and none of its options is chosen yet */
  readonly option: string;
  readonly amount: number;
  readonly seat?: ChosenSeat;
  /** what is to be printed on it */
  readonly text?: string;
}

export interface Choice {
  readonly combination: string | null;
  /** by the item's id; the root's stands apart, as its id is its product's */
  readonly root: Taken | null;
  readonly parts: Readonly<Record<string, Taken>>;
}

/** What keeps a bundle from the cart: a combination, or something of an item. */
export type Lack =
  | { readonly kind: "COMBINATION" }
  | { readonly kind: "OPTION" | "SEAT" | "TEXT"; readonly item: Item };

/** Whether its seat is chosen; of a part that has tickets without a seat, too, an option is chosen instead. */
export const isSeated = ({ event, options }: Item): boolean =>
  event !== null && showsSeatMap(event) && options.every((one) => one.pricingCategory?.seated);

/** As staff wish, unless something is to be chosen of it. */
export const isHidden = (item: Item): boolean =>
  item.product !== null &&
  item.product.meta.hideInCombinedProduct &&
  !item.product.meta.personalised &&
  presetOf(item) !== "";

/** Whether anything in it is for grown-ups only. */
export const forAdults = (bundle: Bundle): boolean =>
  [
    bundle.root,
    ...bundle.commonItems,
    ...bundle.combinations.flatMap((one) => one.products),
    ...bundle.additionalProducts,
    ...bundle.additionalProductGroup,
  ].some(({ product }) => product?.shippingRequirements.over18);

const taken = (option: string): Taken => ({ option, amount: 1 });

/** What there is to choose from: of an online and a printed ticket of one name, the kind is asked for at the end. */
export const optionsOf = ({ event, options }: Item): readonly Option[] =>
  event ? choicesOf(options).map(({ shown }) => shown) : options;

/** The option that is chosen without asking, "" for none. */
const presetOf = (item: Item): string => onlyOption(optionsOf(item)) ?? "";

const without = (parts: Choice["parts"], items: readonly Item[]): Choice["parts"] =>
  Object.fromEntries(Object.entries(parts).filter(([id]) => !items.some((item) => item.id === id)));

/** With what needs no choice of them. */
const withOnly = (parts: Choice["parts"], items: readonly Item[]): Choice["parts"] => ({
  ...parts,
  ...Object.fromEntries(items.filter(presetOf).map((item) => [item.id, taken(presetOf(item))])),
});

/** What needs no choice is chosen: options without another, a combination without another. */
export function firstChoice(bundle: Bundle): Choice {
  const root = presetOf(bundle.root);
  const parts = withOnly({}, [...bundle.commonItems, ...bundle.additionalProducts.filter((item) => item.obligatory)]);
  const choice = { combination: null, root: root ? taken(root) : null, parts };
  const [only] = bundle.combinations;
  return bundle.combinations.length === 1 && only?.available ? combine(bundle, choice, only.id) : choice;
}

/** Exactly one combination, or, undone, none; what was taken of another one goes. */
export function combine(bundle: Bundle, choice: Choice, id: string | null): Choice {
  const parts = without(
    choice.parts,
    bundle.combinations.flatMap((one) => one.products),
  );
  const chosen = bundle.combinations.find((one) => one.id === id);
  return { ...choice, combination: chosen?.id ?? null, parts: withOnly(parts, chosen?.products ?? []) };
}

export const takenOf = (bundle: Bundle, choice: Choice, item: Item): Taken | null =>
  (item === bundle.root ? choice.root : choice.parts[item.id]) ?? null;

/** Another option: its seat is none of the one before. */
const withOption = (before: Taken | null, option: string): Taken => ({
  option,
  amount: before?.amount ?? 1,
  ...(before?.text && { text: before.text }),
});

/** What may be added and is left empty, or taken, together with this item. */
export const boundTo = (bundle: Bundle, item: Item): readonly Item[] =>
  item.bound ? bundle.additionalProducts.filter((one) => one.bound && one !== item) : [];

/** Whether it may be added: it can be had, and all that comes with it. */
export const canTake = (bundle: Bundle, item: Item): boolean =>
  ![item, ...boundTo(bundle, item)].some((one) => one.disable);

/**
 * An option of an item; "" wants it and leaves the option open, null leaves it empty or undoes the choice. Of a group
 * there is one item at most; what is bound is left empty together, and wanted together.
 */
export function take(bundle: Bundle, choice: Choice, item: Item, option: string | null): Choice {
  const before = takenOf(bundle, choice, item);
  const next = option === null ? null : withOption(before, option || presetOf(item));
  if (item === bundle.root) return { ...choice, root: next };
  const bound = boundTo(bundle, item);
  if (!next) return { ...choice, parts: without(choice.parts, [item, ...bound]) };
  const group = bundle.additionalProductGroup.includes(item) ? bundle.additionalProductGroup : [item];
  const wanted = bound.map((one) => [one.id, choice.parts[one.id] ?? taken(presetOf(one))] as const);
  return { ...choice, parts: { ...without(choice.parts, group), ...Object.fromEntries(wanted), [item.id]: next } };
}

const change = (bundle: Bundle, choice: Choice, item: Item, more: Partial<Taken>): Choice => {
  const before = takenOf(bundle, choice, item);
  if (!before) return choice;
  const next = { ...before, ...more };
  return item === bundle.root ? { ...choice, root: next } : { ...choice, parts: { ...choice.parts, [item.id]: next } };
};

/** How many pieces of it may be added. */
export const mostOf = ({ limit, left = limit }: Item): number => Math.min(limit, left);

/** Pieces of what may be added. */
export const setAmount = (bundle: Bundle, choice: Choice, item: Item, amount: number): Choice =>
  change(bundle, choice, item, { amount: Math.max(1, Math.min(amount, mostOf(item))) });

/** With what is left of what may be added, by the items' ids. */
export function withLeft(bundle: Bundle, left: Readonly<Record<string, number>>): Bundle {
  const known = (items: readonly Item[]) =>
    items.map((item) => ({ ...item, ...(left[item.id] && { left: left[item.id] }) }));
  return {
    ...bundle,
    additionalProducts: known(bundle.additionalProducts),
    additionalProductGroup: known(bundle.additionalProductGroup),
  };
}

/** With no more of anything than there may be. */
export const withinLimits = (bundle: Bundle, choice: Choice): Choice =>
  [...bundle.additionalProducts, ...bundle.additionalProductGroup].reduce(
    (now, item) => setAmount(bundle, now, item, now.parts[item.id]?.amount ?? 1),
    choice,
  );

export const setText = (bundle: Bundle, choice: Choice, item: Item, text: string): Choice =>
  change(bundle, choice, item, { text });

/** A seat, and the kind of ticket that it is taken as. */
export const setSeat = (bundle: Bundle, choice: Choice, item: Item, option: string, seat: ChosenSeat): Choice =>
  change(bundle, take(bundle, choice, item, option), item, { seat });

/** Seats that somebody else was faster to take. */
export const withoutSeats = (choice: Choice): Choice => ({
  ...choice,
  parts: Object.fromEntries(Object.entries(choice.parts).map(([id, one]) => [id, withOption(one, one.option)])),
});

/** What may be added and can be named: the rest the shop does not list. */
export const additionsOf = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ product, event }) => product ?? event);

export const combinationOf = (bundle: Bundle, choice: Choice): Combination | null =>
  bundle.combinations.find((one) => one.id === choice.combination) ?? null;

/** The items that must be chosen: the root, what is always in it, the combination's, what must be added. */
export const required = (bundle: Bundle, choice: Choice): readonly Item[] => [
  bundle.root,
  ...bundle.commonItems,
  ...(combinationOf(bundle, choice)?.products ?? []),
  ...bundle.additionalProducts.filter((item) => item.obligatory),
];

const itemsOf = (bundle: Bundle, choice: Choice): readonly Item[] => [
  ...required(bundle, choice),
  ...bundle.additionalProducts.filter((item) => !item.obligatory),
  ...bundle.additionalProductGroup,
];

/** The first thing that is missing, from above; null: it can go into the cart. */
export function lackOf(bundle: Bundle, choice: Choice): Lack | null {
  const needed = required(bundle, choice);
  for (const item of itemsOf(bundle, choice)) {
    const found = takenOf(bundle, choice, item);
    if (!found && !needed.includes(item)) continue;
    if (isSeated(item) && !found?.seat) return { kind: "SEAT", item };
    if (!found?.option) return { kind: "OPTION", item };
    if (item.product?.meta.personalised && !found.text?.trim()) return { kind: "TEXT", item };
  }
  return bundle.combinations.length > 0 && !combinationOf(bundle, choice) ? { kind: "COMBINATION" } : null;
}

/** What is missing of this very item. */
export const lackIn = (lack: Lack | null, item: Item) =>
  lack && lack.kind !== "COMBINATION" && lack.item === item ? lack.kind : null;

const priceOf = (item: Item, { option, amount }: Taken): number =>
  toCents(item.options.find((one) => one.id === option)?.price ?? item.newPrice) * amount;

const cheapest = <T extends { readonly available: boolean }>(all: readonly T[], price: (one: T) => string): number => {
  const open = all.filter((one) => one.available);
  return Math.min(...(open.length > 0 ? open : all).map((one) => toCents(price(one))));
};

/** What the cheapest option of an item adds, or the root's costs: from that the others differ. */
export const lowestOf = (item: Item): string =>
  item.options.length > 0 ? fromCents(cheapest(item.options, (one) => one.price)) : item.newPrice;

/** What the bundle costs as chosen; of what is not chosen yet, the cheapest. */
export function totalOf(bundle: Bundle, choice: Choice): string {
  const { root, combinations } = bundle;
  const chosen = combinationOf(bundle, choice);
  const base = choice.root?.option ? priceOf(root, choice.root) : toCents(lowestOf(root));
  const surcharge = chosen
    ? toCents(chosen.additionalPrice)
    : combinations.length > 0
      ? cheapest(combinations, (one) => one.additionalPrice)
      : 0;
  const added = [...bundle.additionalProducts, ...bundle.additionalProductGroup].flatMap((item) => {
    const found = choice.parts[item.id];
    if (found) return priceOf(item, found);
    return item.obligatory ? toCents(lowestOf(item)) : [];
  });
  return fromCents(added.reduce((sum, cents) => sum + cents, base + surcharge));
}

/** What ADDTOCART is asked for, of a choice that lacks nothing. */
export function requestOf(bundle: Bundle, choice: Choice) {
  const bought = ({ option, amount, seat, text }: Taken) => ({
    productVariantId: option,
    amount,
    ...(seat && { seatIds: [seat.id] }),
    ...(text && { personalIdentifier: text.trim() }),
  });
  if (!choice.root) return null;
  return {
    ...bought(choice.root),
    bundleId: bundle.id,
    parts: Object.entries(choice.parts).map(([partId, part]) => ({ partId, ...bought(part) })),
  };
}

/** The tickets among a bundle's options, which may be of two kinds: those of each item. */
export const ticketsOf = (bundle: Bundle, choice: Choice): readonly (readonly Option[])[] =>
  itemsOf(bundle, choice).flatMap(({ event, options }) => (event ? [options] : []));

/** What was sold out since it was chosen is open again. */
export function withoutSoldOut(bundle: Bundle, choice: Choice): Choice {
  const gone = itemsOf(bundle, choice).filter((item) => {
    const found = takenOf(bundle, choice, item);
    const isThere = (option: string) => item.options.some((one) => one.id === option && one.available);
    return found && (item.disable || (found.option !== "" && !isThere(found.option)));
  });
  const combination = bundle.combinations.some((one) => one.id === choice.combination && !one.available);
  const kept = gone.reduce((now, item) => take(bundle, now, item, null), choice);
  return combination ? combine(bundle, kept, null) : kept;
}
