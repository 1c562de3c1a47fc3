import { useCallback } from "react";
import { useNavigate } from "react-router";
import { wayAfter, type PaymentStep } from "@/features/checkout/model/payment";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useClient } from "@/lib/wire/client";

/** Leaves for the payment service's page, has the wallet pay, or goes on to one of the order's pages. */
export function useGoOn() {
  const navigate = useNavigate();
  const client = useClient();
  const { basePath } = useShopPage();
  return useCallback(
    (order: Pick<OrderData, "id" | "reference">, payment: PaymentStep) => {
      const way = wayAfter(order, payment);
      if ("to" in way) {
        void navigate(way.to, { replace: true });
        return;
      }
      // Who comes back from there by the browser's button, or reloads meanwhile, finds the order and how it can be paid.
      window.history.replaceState(window.history.state, "", basePath + paths.checkoutOrder(order.id, order.reference));
      if ("authorize" in way) {
        void import("@/features/checkout/express/authorize")
          .then(async ({ authorize }) => authorize(await client.load(), order.id))
          .catch(() => false)
          .then((paid) => navigate(way.authorize[paid ? "paid" : "failed"], { replace: true }));
        return;
      }
      window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
      window.location.assign(way.leave);
    },
    [basePath, client, navigate],
  );
}
