import { useMemo } from "react";
import type { Cart } from "@/features/cart";
import { addressToWire } from "@/features/checkout/model/address";
import { NO_SHIPPING } from "@/features/checkout/model/flow";
import { useShopPage } from "@/lib/shop-data";
import { createRest } from "@/lib/wire/rest";
import type { WalletPayment } from "./stripe";
import { addressOf } from "./wallet";

export const METHOD = "stripe_express";

/** Keeps what a sheet gave with the cart: address, carrier, and what pays. Rejects with the server's error. */
export function useWallet(): (cart: Cart, given: WalletPayment) => Promise<Cart> {
  const { restUrl } = useShopPage();
  return useMemo(() => {
    const rest = createRest(restUrl);
    return async (cart, { paymentMethod, payerEmail, shippingAddress, shippingOption }) => {
      if (shippingAddress) {
        await rest<Cart>("PATCH", "cart/address", {
          email: payerEmail ?? "",
          billing_address: addressToWire(addressOf(shippingAddress)),
          shipping_address: null,
        });
      }
      return rest<Cart>("PATCH", "cart/logistics", {
        // On the payment step the carrier is chosen beside the button.
        shipping_method: shippingOption ? shippingOption.id : cart.physical ? null : NO_SHIPPING,
        payment_method: METHOD,
        payment_external_id: paymentMethod.id,
      });
    };
  }, [restUrl]);
}
