import type { ApolloClient } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Suspense, useCallback, useState } from "react";
import { BrowserRouter, Route as RouterRoute, Routes } from "react-router";
import { Frame } from "@/app/frame";
import { prefetch } from "@/app/route-modules";
import { Moved } from "@/app/moved-view";
import { matchRoute, notFound, type Route } from "@/app/route-table";
import { RouteView } from "@/app/route-view";
import { ScrollAndFocus } from "@/app/scroll-and-focus";
import { TroubleBoundary } from "@/app/trouble-boundary";
import { CartProvider } from "@/features/cart";
import { ChangeShopContext, ShopContext, type Locale, type ShopPage } from "@/lib/shop-data";
import { PrefetchContext } from "@/ui/link";

interface Props {
  client: ApolloClient;
  page: ShopPage;
  routes: readonly Route[];
}

export function App({ client, page: first, routes }: Props) {
  const [page, setPage] = useState(first);
  const changeShop = useCallback((shop: ShopPage["shop"], locale: Locale) => {
    setPage((before) => {
      const page = { ...before, shop, locale };
      const block = document.getElementById("shop-data");
      if (block) block.textContent = JSON.stringify(page);
      return page;
    });
  }, []);
  const onIntent = useCallback(
    (to: string) => {
      const url = new URL(to, window.location.origin);
      const { route, params } = matchRoute(routes, decodeURI(url.pathname));
      void prefetch(client, route, params, url.searchParams);
    },
    [client, routes],
  );
  return (
    <I18nProvider i18n={i18n}>
      <ShopContext value={page}>
        <ChangeShopContext value={changeShop}>
          <ApolloProvider client={client}>
            <PrefetchContext value={onIntent}>
              <BrowserRouter basename={page.basePath || "/"}>
                <CartProvider>
                  <Frame>
                    <TroubleBoundary>
                      <Suspense fallback={null}>
                        <Moved>
                          <Routes>
                            {[...routes, notFound].map((route) => (
                              <RouterRoute key={route.pattern} path={route.pattern} element={<RouteView route={route} />} />
                            ))}
                          </Routes>
                        </Moved>
                        <ScrollAndFocus />
                      </Suspense>
                    </TroubleBoundary>
                  </Frame>
                </CartProvider>
              </BrowserRouter>
            </PrefetchContext>
          </ApolloProvider>
        </ChangeShopContext>
      </ShopContext>
    </I18nProvider>
  );
}
