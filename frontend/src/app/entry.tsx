import "@/theme/main.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { loadModule } from "@/app/route-modules";
import { matchRoute, routesOf } from "@/app/route-table";
import { keepProofs } from "@/features/consent";
import { setConsentShop } from "@/lib/consent";
import { createClient } from "@/lib/graphql-client";
import { activateLocale, consumeLangParameter } from "@/lib/i18n";
import { consumePaymentCode } from "@/lib/payment-code";
import { readPageData, readShopPage } from "@/lib/shop-data";

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (!root) return;
  const page = readShopPage();
  const pageData = readPageData();
  consumeLangParameter();
  setConsentShop(page.shopSlug);
  keepProofs(page.restUrl);
  consumePaymentCode();

  const routes = routesOf(page.shop.isBand);
  const pathname = window.location.pathname.slice(page.basePath.length) || "/";
  const { route } = matchRoute(routes, decodeURI(pathname));
  const client = createClient(page.graphqlUrl);

  // The painted page stays until everything of the first render is here.
  const [module] = await Promise.all([loadModule(route), activateLocale(page.locale)]);
  if (pageData?.data && module.query && pageData.route === route.name) {
    client.writeQuery({
      query: module.query,
      variables: pageData.variables as never,
      data: pageData.data,
    });
    await module.prepare?.(pageData.data as never)?.catch(() => undefined);
  }
  root.dataset["started"] = "";
  const reactRoot = createRoot(root);
  // In slices: who taps meanwhile is heard.
  startTransition(() => reactRoot.render(<App client={client} page={page} routes={routes} />));
}

start().catch((error: unknown) => {
  // Without its shop, a page cannot go on; the host's root can.
  if (!document.getElementById("shop-data") && window.location.pathname !== "/") window.location.assign("/");
  throw error;
});
