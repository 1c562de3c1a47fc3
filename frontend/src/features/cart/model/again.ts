import type { AddRequest } from "@/features/cart/model/add-request";
import type { CartLine } from "@/features/cart/model/cart";

type Chosen = Pick<CartLine, "productVariantId" | "amount" | "seatId" | "bundleId" | "partId"> &
  Partial<Pick<CartLine, "personalIdentifier">>;

const sameOf = (line: Chosen, bundles = 1) => ({
  productVariantId: line.productVariantId,
  amount: line.amount / bundles,
  ...(line.personalIdentifier && { personalIdentifier: line.personalIdentifier }),
  ...(line.seatId && { seatIds: [line.seatId] }),
});

/** What puts a line into the cart again that was taken out, with all that was chosen in it; `parts`: its bundle's. */
export const requestAgain = (line: Chosen, parts: readonly Chosen[]): AddRequest => ({
  ...sameOf(line),
  ...(line.bundleId && {
    bundleId: line.bundleId,
    parts: parts.map((part) => ({ partId: part.partId ?? "", ...sameOf(part, line.amount) })),
  }),
});
