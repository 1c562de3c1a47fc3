import { useCallback } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { Cart } from "@/features/cart/model/cart";
import { errorCode } from "@/lib/texts/error-texts";
import { useShopPage } from "@/lib/shop-data";
import { createRest } from "@/lib/wire/rest";

/** Changes what stands on these lines, by their ids; all of them or none. Rejects with a personalisation error. */
export function usePersonalise(): (texts: Readonly<Record<string, string>>) => Promise<Cart> {
  const { accept, refresh } = useCartApi();
  const { restUrl } = useShopPage();
  return useCallback(
    async (texts) => {
      const items = Object.entries(texts).map(([id, text]) => ({ id, personal_identifier: text }));
      try {
        return accept(await createRest(restUrl)("PATCH", "cart/items", { items }));
      } catch (error) {
        const code = errorCode(error);
        if (code === "SESSION_ENDED")
          void import("@/features/cart/session-ended").then((module) => module.tellSessionEnded());
        // The event asks for more than it did when the cart was read, or the line has gone.
        else if (code) await refresh().catch(() => undefined);
        throw error;
      }
    },
    [accept, refresh, restUrl],
  );
}
