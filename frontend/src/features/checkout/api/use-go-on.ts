import { useCallback } from "react";
import { useNavigate } from "react-router";
import { wayAfter, type PaymentStep } from "@/features/checkout/model/payment";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";

/** Leaves for the payment service's page, or goes on to one of the order's. */
export function useGoOn() {
  const navigate = useNavigate();
  const { basePath } = useShopPage();
  return useCallback(
    (order: Pick<OrderData, "id" | "reference">, payment: PaymentStep) => {
      const way = wayAfter(order, payment);
      if ("to" in way) {
        void navigate(way.to, { replace: true });
        return;
      }
      // Who comes back from there by the browser's button finds the order, and how it can be paid.
      window.history.replaceState(window.history.state, "", basePath + paths.checkoutOrder(order.id, order.reference));
      window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
      window.location.assign(way.leave);
    },
    [basePath, navigate],
  );
}
