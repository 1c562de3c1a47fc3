import { fromCents, toCents } from "@/lib/money";

export interface Option {
  id: string;
  order: number;
  description: string;
  descriptionSubline: string;
  price: string;
  originalPrice: string | null;
  lowestPrice30Days: string | null;
  available: boolean;
  lowStock: boolean;
  message: string;
  unitPrice: { price: string; unit: string } | null;
  active: boolean;
  isDefault: boolean;
}

/** What a shopper sees: active options in their order, the sold-out ones included. */
export function openOptions(options: readonly Option[]): Option[] {
  return options.filter((option) => option.active).sort((a, b) => a.order - b.order);
}

/** Chosen without asking: the only option, or the one that staff marked, if it can be bought. */
export function onlyOption(options: readonly Pick<Option, "id" | "available" | "isDefault">[]): string | null {
  const candidate = options.length === 1 ? options[0] : options.find((option) => option.isDefault);
  return candidate?.available ? candidate.id : null;
}

/** What was chosen, unless it went meanwhile. */
export const stillOpen = (options: readonly Option[], chosen: string | null): string | null =>
  options.some(({ id, available }) => id === chosen && available) ? chosen : null;

export interface Prices {
  value: string;
  original: string | null;
  lowest: string | null;
}

/** The chosen option's price, else the product's. */
export function chosenPrice(
  product: Pick<Option, "price" | "originalPrice" | "lowestPrice30Days">,
  options: readonly Option[],
  chosen: string | null,
): Prices {
  const option = options.find(({ id }) => id === chosen);
  const { price: value, originalPrice: original, lowestPrice30Days: lowest } = option ?? product;
  return { value, original, lowest };
}

/** What an option costs more than the product, as a decimal; "" for those that do not. */
export function surcharge(option: Pick<Option, "price">, price: string): string {
  const cents = toCents(option.price) - toCents(price);
  return cents > 0 ? fromCents(cents) : "";
}

/** Whether "from" belongs before the price: what can be bought costs more or less. */
export const pricesVary = (options: readonly Pick<Option, "available" | "price">[]): boolean =>
  new Set(options.filter(({ available }) => available).map(({ price }) => price)).size > 1;
