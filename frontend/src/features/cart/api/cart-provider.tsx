import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import { CART } from "@/generated/features/cart/api/cart";
import { CartContext, type CartApi } from "@/features/cart/api/cart-context";
import { createCartWrites } from "@/features/cart/api/cart-writes";
import { createCartStore, UNREAD } from "@/features/cart/model/cart-store";
import { createReservationDisplay } from "@/features/cart/model/reservation-display";
import { useClient, type Client } from "@/lib/wire/client";
import { useShopPage } from "@/lib/shop-data";

async function readCart(client: Client) {
  const { data } = await (await client.load()).query({ query: CART, fetchPolicy: "no-cache" });
  return data?.cart ?? null;
}

/** Shows the visitor's cart to the pages. Nothing is asked before somebody needs it: catalogue pages stay without a session. */
export function CartProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const { shopSlug } = useShopPage();
  const [store] = useState(() => createCartStore(shopSlug, () => readCart(client)));
  const [writes] = useState(() => createCartWrites(client, store));
  const [reservation] = useState(createReservationDisplay);
  const [open, setOpen] = useState(false);
  // The drawer closes with what it depends on: these stay the same.
  const [drawer] = useState({ show: () => setOpen(true), hide: () => setOpen(false) });
  const state = useSyncExternalStore(store.subscribe, store.state, () => UNREAD);
  useEffect(() => store.join(), [store]);

  const api = useMemo<CartApi>(
    () => ({
      ...store,
      ...writes,
      ...state,
      minicart: { open, ...drawer },
      reservation,
    }),
    [drawer, open, reservation, state, store, writes],
  );

  return <CartContext value={api}>{children}</CartContext>;
}
