import type { OrderData, PlaceorderMutation } from "@/generated/features/checkout/api/checkout";
import { paths, type ShopPath } from "@/lib/paths";
import { toCents } from "@/lib/money";

export type PaymentStep = PlaceorderMutation["placeOrder"]["payment"];

/** Where a buyer goes once an order is placed or a payment begun: a payment service's page, or one of ours. */
export function wayAfter({ id, reference }: Pick<OrderData, "id" | "reference">, payment: PaymentStep): { leave: string } | { to: ShopPath } {
  if (payment.next === "redirect") return { leave: payment.url };
  if (payment.next === "approved") return { to: paths.checkoutReturned(id, reference) };
  return { to: payment.next === "failed" ? paths.checkoutOrderFailed(id, reference) : paths.checkoutDone(id, reference) };
}

const PAYABLE: ReadonlySet<OrderData["status"]> = new Set(["payment_pending", "incomplete", "problem"]);

/** Something is to be paid (purchase §4 "Open-order payment page"). */
export const payable = ({ status, balance }: Pick<OrderData, "status" | "balance">): boolean => PAYABLE.has(status) && toCents(balance) > 0;
