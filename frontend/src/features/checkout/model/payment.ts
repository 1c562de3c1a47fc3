import type { OrderData, PlaceorderMutation } from "@/generated/features/checkout/api/checkout";
import { paths, type ShopPath } from "@/lib/paths";
import { toCents } from "@/lib/money";

export type PaymentStep = PlaceorderMutation["placeOrder"]["payment"];

type Way = { leave: string } | { to: ShopPath } | { authorize: { paid: ShopPath; failed: ShopPath } };

/** Where a buyer goes once an order is placed or a payment begun: a payment service's page, one of ours, or one of two
 * once the wallet has paid or not. */
export function wayAfter({ id, reference }: Pick<OrderData, "id" | "reference">, payment: PaymentStep): Way {
  const [returned, failed] = [paths.checkoutReturned(id, reference), paths.checkoutOrderFailed(id, reference)];
  switch (payment.next) {
    case "redirect":
      return { leave: payment.url };
    case "authorize":
      return { authorize: { paid: returned, failed } };
    case "approved":
      return { to: returned };
    case "failed":
      return { to: failed };
    case "done":
      return { to: paths.checkoutDone(id, reference) };
  }
}

const PAYABLE: ReadonlySet<OrderData["status"]> = new Set(["payment_pending", "incomplete", "problem"]);

/** Something is to be paid (purchase §4 "Open-order payment page"). */
export const payable = ({ status, balance }: Pick<OrderData, "status" | "balance">): boolean =>
  PAYABLE.has(status) && toCents(balance) > 0;
