import type { TicketSale } from "@/generated/features/tickets/event";
import { recallPaymentCode } from "@/lib/payment-code";

/** Requests for tickets of an event that takes the culture pass bring this tab's code along (purchase §7). */
export function withPaymentCode<R extends object>(
  sale: Pick<TicketSale, "kulturpassUrl">,
  requests: readonly R[],
): (R & { paymentCode?: string })[] {
  const paymentCode = sale.kulturpassUrl ? recallPaymentCode() : null;
  return requests.map((request) => (paymentCode ? { ...request, paymentCode } : request));
}
