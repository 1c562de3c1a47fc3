// The visitor's cart in this tab: its one home, whichever API answers it (docs/decisions/0087).
import { pieces, type Cart } from "@/features/cart/model/cart";
import { recallPieces, rememberPieces } from "@/features/cart/model/memory";
import { openTabChannel, type TabChannel } from "@/lib/tab-channel";

export type CartStatus = "unknown" | "loading" | "ready" | "error";

export interface CartState {
  readonly cart: Cart | null;
  readonly status: CartStatus;
  /** pieces as far as known, also before the cart was asked for */
  readonly count: number;
}

/** What is known where nothing is remembered, as on the server. */
export const UNREAD: CartState = { cart: null, status: "unknown", count: 0 };

/** Nothing is asked before somebody calls `refresh`. */
export function createCartStore(shopSlug: string, read: () => Promise<Cart | null>) {
  let state: CartState = { ...UNREAD, count: recallPieces(shopSlug) };
  let reading: Promise<Cart | null> | null = null;
  /** How often the cart has changed: what was read before the last change is old. */
  let changes = 0;
  let channel: TabChannel<true> | undefined;
  const views = new Set<() => void>();
  const remote = new Set<() => void>();

  const set = (next: Partial<CartState>) => {
    state = { ...state, ...next };
    for (const view of views) view();
  };

  const take = (cart: Cart | null) => {
    const count = pieces(cart);
    rememberPieces(shopSlug, count);
    set({ cart, count, status: "ready" });
    return cart;
  };

  const announce = () => channel?.post(true);

  const readNewest = async (): Promise<Cart | null> => {
    const before = changes;
    const cart = await read();
    return before === changes ? cart : readNewest();
  };

  const refresh = (): Promise<Cart | null> => {
    if (reading) return reading;
    if (!state.cart) set({ status: "loading" });
    reading = readNewest()
      .then(take, (error: unknown) => {
        set({ status: "error" });
        throw error;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    state: () => state,
    subscribe: (view: () => void) => {
      views.add(view);
      return () => views.delete(view);
    },
    /** Asks the server; calls made while one is under way share its answer. */
    refresh,
    /** Takes the cart that a call answered, by GraphQL or REST (null: it was ordered), and tells the other tabs. */
    accept: <C extends Cart | null>(cart: C): C => {
      changes += 1;
      take(cart);
      announce();
      return cart;
    },
    /** Has the other tabs read the cart anew. */
    announce,
    /** Calls back when another tab changed the cart; returns the way to stop. */
    onRemoteChange: (listener: () => void) => {
      remote.add(listener);
      return () => void remote.delete(listener);
    },
    /** Among the shop's other tabs; returns the way to leave. */
    join: () => {
      const { close } = (channel = openTabChannel<true>(shopSlug, "cart_update", () => {
        changes += 1;
        for (const listener of remote) listener();
        refresh().catch(() => undefined);
      }));
      return close;
    },
  };
}

export type CartStore = ReturnType<typeof createCartStore>;
