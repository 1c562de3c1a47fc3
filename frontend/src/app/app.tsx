import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { Frame } from "@/app/frame/frame";
import { prefetch } from "@/app/route-modules";
import { Moved } from "@/app/moved-view";
import { matchRoute, type Route } from "@/app/route-table";
import { RouteView } from "@/app/route-view";
import { ScrollAndFocus } from "@/app/scroll-and-focus";
import { TroubleBoundary } from "@/app/trouble-boundary";
import { CartProvider } from "@/features/cart";
import { ClientContext, type Client } from "@/lib/wire/client";
import { ChangeShopContext, ShopContext, type ShopPage } from "@/lib/shop-data";
import type { Locale } from "@/lib/languages";
import { PrefetchContext } from "@/ui/link";
import { OpenedPage } from "@/ui/dialog/opened-page";

interface Props {
  client: Client;
  page: ShopPage;
  routes: readonly Route[];
  /** called once the tree stands and hears what is pressed */
  onReady?: () => void;
  /** the router around the tree: the browser's, or the server's for one address */
  children: (tree: ReactNode) => ReactNode;
}

/** The one component tree of every page, in the browser and on the server. */
export function App({ client, page: first, routes, onReady, children }: Props) {
  const [page, setPage] = useState(first);
  const changeShop = useCallback((shop: ShopPage["shop"], locale: Locale) => {
    setPage((before) => ({ ...before, shop, locale }));
  }, []);
  const onIntent = useCallback(
    (to: string) => {
      const url = new URL(to, window.location.origin);
      const { route, params } = matchRoute(routes, url.pathname);
      void prefetch(client, route, params, url.searchParams);
    },
    [client, routes],
  );
  return (
    <I18nProvider i18n={i18n}>
      <ShopContext value={page}>
        <ChangeShopContext value={changeShop}>
          <ClientContext value={client}>
            <PrefetchContext value={onIntent}>
              {children(
                <OpenedPage>
                  <CartProvider>
                    <Frame>
                      <Suspense fallback={null}>
                        <TroubleBoundary>
                          <Moved>
                            <RouteView routes={routes} />
                          </Moved>
                        </TroubleBoundary>
                        <ScrollAndFocus />
                        {onReady && <Ready onReady={onReady} />}
                      </Suspense>
                    </Frame>
                  </CartProvider>
                </OpenedPage>,
              )}
            </PrefetchContext>
          </ClientContext>
        </ChangeShopContext>
      </ShopContext>
    </I18nProvider>
  );
}

/** Inside of the page's boundary, which hydrates after what stands around it. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}
