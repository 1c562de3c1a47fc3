import { treesOf, type Cart, type CartLine } from "@/features/cart/model/cart";
import { readPresent, settleKept, writePresent, type KeptLine } from "@/features/cart/model/kept";
import { keptKey, remember } from "@/features/cart/model/memory";
import { serverNow } from "@/lib/time/server-clock";

/** Without what the shopper typed: a name or a text that is printed is personal. */
const keptLine = (line: CartLine): KeptLine => ({
  productVariantId: line.productVariantId,
  productSlug: line.productSlug,
  productName: line.productName,
  productVariantDescription: line.productVariantDescription,
  pricingCategoryName: line.pricingCategoryName,
  amount: line.amount,
  ticket: line.ticket,
  personalised: line.personalised && line.personalIdentifier !== "",
  seatId: line.seatId,
  seat: line.seat && { sectionName: line.seat.sectionName, row: line.seat.row, name: line.seat.name },
  bundleId: line.bundleId,
  partId: line.partId,
});

/** Remembers what lies in the cart for the time after its reservation. What was taken out by hand is not remembered. */
export function keepCart(shopSlug: string, cart: Pick<Cart, "id" | "items" | "validUntil">): void {
  settleKept(shopSlug, cart.id);
  const { id, items, validUntil } = cart;
  if (items.length === 0 || validUntil === null) {
    remember(keptKey(shopSlug), null);
    return;
  }
  const trees = treesOf(cart).map(({ line, parts }) => ({ line: keptLine(line), parts: parts.map(keptLine) }));
  const before = readPresent(shopSlug);
  const mayLeaveUntil = before?.cartId === id ? (before.mayLeaveUntil ?? 0) : 0;
  writePresent(shopSlug, {
    ...{ cartId: id, until: Date.parse(validUntil), trees },
    ...(mayLeaveUntil > serverNow() && { mayLeaveUntil }),
  });
}
