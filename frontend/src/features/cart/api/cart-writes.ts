import type { TypedDocumentNode } from "@apollo/client";
import { ADDTOCART, CHANGEAMOUNT, CHANGECOUNTRY, REMOVEFROMCART } from "@/generated/features/cart/api/cart";
import type { Added, AddRequest } from "@/features/cart/model/add-request";
import type { Cart } from "@/features/cart/model/cart";
import type { CartStore } from "@/features/cart/model/cart-store";
import { errorCode } from "@/lib/texts/error-texts";
import { track } from "@/lib/tracking";
import type { Client } from "@/lib/wire/client";

/** Refusals that say: the page shows more than there is. */
const OF_STOCK = new Set(["SOLD_OUT", "ITEM_NOT_AVAILABLE", "SEATS_NOT_AVAILABLE", "ADDRESS_BUSY"]);

/** What changes the cart by GraphQL. All of them reject with the server's error. */
export function createCartWrites(client: Client, { accept }: CartStore) {
  const mutate = async <D, V extends Record<string, unknown>>(mutation: TypedDocumentNode<D, V>, variables: V) => {
    const apollo = await client.load();
    const { data } = await apollo.mutate({ mutation, variables, fetchPolicy: "no-cache" }).catch((error: unknown) => {
      const code = errorCode(error);
      if (code && OF_STOCK.has(code)) void apollo.refetchQueries({ include: "active" }).catch(() => undefined);
      if (code === "SESSION_ENDED")
        void import("@/features/cart/session-ended").then((module) => module.tellSessionEnded());
      if (code?.startsWith("PAYMENT_CODE_"))
        void import("@/features/cart/payment-code-refused").then((module) => module.tellPaymentCodeRefused(error));
      throw error;
    });
    return data;
  };
  const changed = (answer: { cart: Cart | null } | undefined) => accept(answer?.cart ?? null);

  return {
    /** All requests or none, in the place of the lines named by `released`. */
    add: async (requests: readonly AddRequest[], releasedItemIds?: readonly string[]): Promise<Added> => {
      const data = await mutate(ADDTOCART, { input: { requests, ...(releasedItemIds && { releasedItemIds }) } });
      const cart = changed(data?.addToCart);
      track("AddToCart");
      return { cart, shifts: data?.addToCart.seatShifts ?? [] };
    },
    remove: async (itemId: string) => changed((await mutate(REMOVEFROMCART, { input: { itemId } }))?.removeFromCart),
    changeAmount: async (itemId: string, amount: number) =>
      changed((await mutate(CHANGEAMOUNT, { input: { itemId, amount } }))?.changeAmount),
    changeCountry: async (countryCode: string) =>
      changed((await mutate(CHANGECOUNTRY, { input: { countryCode } }))?.changeCountry),
  };
}

export type CartWrites = ReturnType<typeof createCartWrites>;
