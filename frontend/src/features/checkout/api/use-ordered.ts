import { useCallback } from "react";
import { useCart } from "@/features/cart";
import { forgetHolders, forgetKept } from "@/features/cart/parts";
import { endAttempt, rememberPlaced } from "@/features/checkout/model/attempt";
import { forgetDraft } from "@/features/checkout/model/draft";
import { forgetOwnOrder } from "@/features/checkout/model/own-order";
import { forgetPreferences } from "@/features/checkout/model/preferences";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { useShopPage } from "@/lib/shop-data";

/** The cart is ordered: what was kept for ordering it goes, and the way back to the order stays. */
export function useOrdered(): (order: Pick<OrderData, "id" | "reference">) => void {
  const { accept } = useCart();
  const { shopSlug, sessionSeconds } = useShopPage();
  return useCallback(
    ({ id, reference }) => {
      rememberPlaced(shopSlug, { order: id, reference }, sessionSeconds);
      endAttempt(shopSlug);
      forgetDraft(shopSlug);
      forgetHolders(shopSlug);
      forgetOwnOrder(shopSlug);
      forgetPreferences(shopSlug);
      forgetKept(shopSlug);
      accept(null);
    },
    [accept, shopSlug, sessionSeconds],
  );
}
