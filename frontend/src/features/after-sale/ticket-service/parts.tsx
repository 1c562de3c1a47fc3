import { Suspense } from "react";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import type { OrderLinksProps } from "./order-links";

const { Part: OrderLinks } = lazyWithTexts<OrderLinksProps>(
  "aftersale",
  () => import("./order-links"),
  () => null,
);

/** The ticket service's forms for an order with tickets; they come after the page. */
export function TicketService({ order }: { order: OrderData }) {
  if (!order.paymentReceived || !order.items.some((line) => line.ticket && !line.invalidated)) return null;
  return (
    <Suspense>
      <OrderLinks orderId={order.id} reference={order.reference} />
    </Suspense>
  );
}
