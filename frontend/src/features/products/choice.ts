export interface Option {
  id: string;
  order: number;
  description: string;
  descriptionSubline: string;
  price: string;
  originalPrice: string | null;
  available: boolean;
  lowStock: boolean;
  message: string;
  active: boolean;
  isDefault: boolean;
}

/** What a shopper sees: active options in their order, the sold-out ones included. */
export function openOptions(options: readonly Option[]): Option[] {
  return options.filter((option) => option.active).sort((a, b) => a.order - b.order);
}

/** Chosen without asking: the only option, or the one that staff marked, if it can be bought. */
export function onlyOption(options: readonly Option[]): string | null {
  const candidate = options.length === 1 ? options[0] : options.find((option) => option.isDefault);
  return candidate?.available ? candidate.id : null;
}

interface Prices {
  value: string | null;
  original: string | null;
}

/** The chosen option's price, else the product's. */
export function chosenPrice(
  product: { price: string | null; originalPrice: string | null },
  options: readonly Option[],
  chosen: string | null,
): Prices {
  const option = options.find(({ id }) => id === chosen);
  if (!option) return { value: product.price, original: product.originalPrice };
  return { value: option.price, original: option.originalPrice };
}
