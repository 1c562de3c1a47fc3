import type { TypedDocumentNode } from "@apollo/client";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { ADDTOCART, CART, CHANGEAMOUNT, CHANGECOUNTRY, REMOVEFROMCART } from "@/generated/features/cart/api/cart";
import { CartContext, type CartApi, type CartStatus } from "@/features/cart/api/cart-context";
import { pieces, type Cart, type SeatShift } from "@/features/cart/model/cart";
import { onPieces, recallPieces, rememberPieces } from "@/features/cart/model/memory";
import { createReservationDisplay } from "@/features/cart/model/reservation-display";
import { useClient } from "@/lib/wire/client";
import { openTabChannel, type TabChannel } from "@/lib/tab-channel";
import { errorCode } from "@/lib/texts/error-texts";
import { useShopPage } from "@/lib/shop-data";
import { track } from "@/lib/tracking";

/** Refusals that say: the page shows more than there is. */
const OF_STOCK = new Set(["SOLD_OUT", "ITEM_NOT_AVAILABLE", "SEATS_NOT_AVAILABLE", "ADDRESS_BUSY"]);

interface State {
  cart: Cart | null;
  status: CartStatus;
}

/** Holds the visitor's cart. Nothing is asked before somebody needs it: catalogue pages stay without a session. */
export function CartProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const { shopSlug } = useShopPage();
  const [{ cart, status }, setState] = useState<State>({ cart: null, status: "unknown" });
  const recalled = useSyncExternalStore(
    onPieces,
    () => recallPieces(shopSlug),
    () => 0,
  );
  const [open, setOpen] = useState(false);
  const underWay = useRef<Promise<Cart | null> | null>(null);
  const listeners = useRef(new Set<() => void>());
  const [reservation] = useState(createReservationDisplay);
  const channel = useRef<TabChannel<true>>(null);

  const take = useCallback(
    (next: Cart | null) => {
      setState({ cart: next, status: "ready" });
      rememberPieces(shopSlug, pieces(next));
      return next;
    },
    [shopSlug],
  );

  const refresh = useCallback((): Promise<Cart | null> => {
    if (underWay.current) return underWay.current;
    setState((old) => ({ ...old, status: old.cart ? old.status : "loading" }));
    const promise = client
      .load()
      .then((apollo) => apollo.query({ query: CART, fetchPolicy: "no-cache" }))
      .then(
        ({ data }) => take(data?.cart ?? null),
        (error: unknown) => {
          setState((old) => ({ ...old, status: "error" }));
          throw error;
        },
      )
      .finally(() => {
        underWay.current = null;
      });
    underWay.current = promise;
    return promise;
  }, [client, take]);

  const announce = useCallback(() => channel.current?.post(true), []);

  const accept = useCallback(
    (next: Cart | null) => {
      take(next);
      announce();
    },
    [announce, take],
  );

  const write = useCallback(
    async <D, V extends Record<string, unknown>>(
      mutation: TypedDocumentNode<D, V>,
      variables: V,
      pick: (data: D) => Cart | null,
    ) => {
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
      const next = data ? pick(data) : null;
      accept(next);
      return next;
    },
    [accept, client],
  );

  useEffect(() => {
    const opened = openTabChannel<true>(shopSlug, "cart_update", () => {
      for (const listener of listeners.current) listener();
      void refresh().catch(() => undefined);
    });
    channel.current = opened;
    return opened.close;
  }, [refresh, shopSlug]);

  const show = useCallback(() => setOpen(true), []);
  const hide = useCallback(() => setOpen(false), []);
  const api = useMemo<CartApi>(
    () => ({
      cart,
      status,
      count: status === "ready" ? pieces(cart) : recalled,
      refresh,
      add: async (requests, releasedItemIds) => {
        let shifts: readonly SeatShift[] = [];
        const next = await write(
          ADDTOCART,
          { input: { requests, ...(releasedItemIds && { releasedItemIds }) } },
          (d) => {
            shifts = d.addToCart.seatShifts;
            return d.addToCart.cart;
          },
        );
        track("AddToCart");
        return { cart: next, shifts };
      },
      remove: (itemId) => write(REMOVEFROMCART, { input: { itemId } }, (d) => d.removeFromCart.cart),
      changeAmount: (itemId, amount) => write(CHANGEAMOUNT, { input: { itemId, amount } }, (d) => d.changeAmount.cart),
      changeCountry: (countryCode) => write(CHANGECOUNTRY, { input: { countryCode } }, (d) => d.changeCountry.cart),
      accept,
      onRemoteChange: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
      minicart: { open, show, hide },
      announce,
      reservation,
    }),
    [accept, announce, cart, hide, open, recalled, refresh, reservation, show, status, write],
  );

  return <CartContext value={api}>{children}</CartContext>;
}
