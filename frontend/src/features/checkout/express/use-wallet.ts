import type { ShippingAddress } from "@stripe/stripe-js";
import { useMemo } from "react";
import type { Cart } from "@/features/cart";
import { addressToWire } from "@/features/checkout/model/address";
import { NO_SHIPPING } from "@/features/checkout/model/flow";
import { useShopPage } from "@/lib/shop-data";
import { createRest } from "@/lib/wire/rest";
import { addressOf } from "./wallet";

export const METHOD = "stripe_express";

/** What a sheet gave; without an address where one was entered already. */
export interface Given {
  paymentMethod: string;
  email: string;
  address: ShippingAddress | undefined;
  carrier: string | undefined;
}

/** Keeps what a sheet gave with the cart: address, carrier, and what pays. Rejects with the server's error. */
export function useWallet(): (cart: Cart, given: Given) => Promise<Cart> {
  const { restUrl } = useShopPage();
  return useMemo(() => {
    const rest = createRest(restUrl);
    return async (cart, { paymentMethod, email, address, carrier }) => {
      if (address) {
        await rest("PATCH", "cart/address", {
          email,
          billing_address: addressToWire(addressOf(address)),
          shipping_address: null,
        });
      }
      return rest("PATCH", "cart/logistics", {
        // On the payment step the carrier is chosen beside the button.
        shipping_method: carrier ?? (cart.physical ? null : NO_SHIPPING),
        payment_method: METHOD,
        payment_external_id: paymentMethod,
      });
    };
  }, [restUrl]);
}
