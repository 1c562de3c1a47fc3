import { pricesVary } from "@/features/products";

interface Surcharged {
  readonly additionalPrice: string;
  readonly available: boolean;
}

/** Whether "from" belongs before the price of a bundle of which no combination is chosen. */
export const surchargesVary = (combinations: readonly Surcharged[]): boolean =>
  pricesVary(combinations.map(({ additionalPrice: price, available }) => ({ price, available })));
