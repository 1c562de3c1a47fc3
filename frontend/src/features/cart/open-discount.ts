import type { Discount } from "@/features/cart/api/discount";
import { answerGate } from "@/features/cart/model/gate-memory";

/** Asks for a code over the page; null when the visitor goes on without. Either way the shop asks no more by itself. */
export async function openDiscount(shopSlug: string): Promise<Discount | null> {
  const [{ showDialog }, { discountDialog }] = await Promise.all([
    import("@/ui/dialog/show-dialog"),
    import("./view/discount-form"),
  ]);
  const found = await showDialog<Discount | null>((answer) => discountDialog(answer));
  if (!found) answerGate(shopSlug, "without");
  return found;
}
