import type { Discount } from "@/features/cart/api/discount";
import { answerGate } from "@/features/cart/model/gate-memory";
import type { ShopPage } from "@/lib/shop-data";

/** Asks for a code over the page; null when the visitor goes on without. Either way the shop asks no more by itself. */
export async function openDiscount(page: ShopPage): Promise<Discount | null> {
  const [{ showDialog }, { discountDialog }] = await Promise.all([import("@/ui/show-dialog"), import("./view/discount-form")]);
  const found = await showDialog<Discount | null>((answer) => discountDialog(page, answer));
  if (!found) answerGate(page.shopSlug, "without");
  return found;
}
