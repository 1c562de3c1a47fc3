import { useMemo } from "react";
import { useCart, type Cart } from "@/features/cart";
import { addressToWire } from "@/features/checkout/model/address";
import { keptAddresses, readPreferences, writePreferences } from "@/features/checkout/model/preferences";
import { tidied, type Details } from "@/features/checkout/model/validation";
import { createRest } from "@/lib/wire/rest";
import { useShopPage } from "@/lib/shop-data";

export interface CartPatches {
  /** Rejects with HttpError, whose `fields` name what the server does not accept. */
  saveDetails: (details: Details) => Promise<Cart>;
  /** `shippingMethod` "-1" = nothing to ship; null leaves a choice as it is. */
  saveLogistics: (shippingMethod: string | null, paymentMethod: string | null) => Promise<Cart>;
}

/** What the shopper enters, kept with the cart on the server and as preferences in this browser. */
export function useCartPatches(): CartPatches {
  const { accept } = useCart();
  const { restUrl, shopSlug } = useShopPage();
  return useMemo(() => {
    const rest = createRest(restUrl);
    const remember = (part: Partial<Parameters<typeof writePreferences>[1]>) => {
      const none = { email: "", paymentMethod: null, shippingMethod: null, billing: null, shipping: null };
      writePreferences(shopSlug, { ...none, ...readPreferences(shopSlug), ...part });
    };
    return {
      saveDetails: async (details) => {
        const email = details.email.trim();
        const billing = tidied(details.billing);
        const shipping = tidied(details.shipping);
        const cart = accept(
          await rest("PATCH", "cart/address", {
            email,
            billing_address: addressToWire(billing),
            shipping_address: details.separate ? addressToWire(shipping) : null,
          }),
        );
        remember({ email, ...keptAddresses({ ...details, billing, shipping }, readPreferences(shopSlug)) });
        return cart;
      },
      saveLogistics: async (shippingMethod, paymentMethod) => {
        const cart = accept(
          await rest("PATCH", "cart/logistics", { shipping_method: shippingMethod, payment_method: paymentMethod }),
        );
        remember({ shippingMethod: cart.shippingMethod, paymentMethod: cart.paymentMethod });
        return cart;
      },
    };
  }, [accept, restUrl, shopSlug]);
}
