import "@/theme/main.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "@/app/app";
import { replayInput, takePressed } from "@/app/early-input";
import { keepAnswer } from "@/app/first-answer";
import { announcePage } from "@/app/prerender";
import { loadModule } from "@/app/route-modules";
import { matchRoute, routesOf } from "@/app/route-table";
import { keepProofs } from "@/features/consent";
import { setConsentShop } from "@/lib/consent";
import { createClient } from "@/lib/wire/client";
import { loadPageDocuments } from "@/lib/wire/documents";
import { activateLocale, consumeLangParameter } from "@/lib/texts/i18n";
import { consumePaymentCode } from "@/lib/payment-code";
import { readPageData, readShopPage } from "@/lib/shop-data";
import { wayHere } from "@/lib/way-here";

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (!root) return;
  announcePage();
  const page = readShopPage();
  const answer = readPageData();
  // A page that the browser had kept may be of any age.
  const openedAt = wayHere() === "back_forward" ? 0 : Date.now();
  consumeLangParameter();
  setConsentShop(page.shopSlug);
  keepProofs(page.restUrl);
  consumePaymentCode();

  const routes = routesOf(page.shop.isBand);
  const pathname = window.location.pathname.slice(page.basePath.length) || "/";
  const { route } = matchRoute(routes, pathname);
  const [module] = await Promise.all([loadModule(route, false), activateLocale(page.locale)]);
  if (answer?.data) await module.prepare?.(answer.data as never)?.catch(() => undefined);

  const client = createClient(answer, async () => {
    const [{ createApollo }] = await Promise.all([
      import("@/lib/wire/graphql-client"),
      route.isCheckout ? undefined : loadPageDocuments(),
    ]);
    const apollo = createApollo(page.graphqlUrl);
    keepAnswer(apollo, route, answer, openedAt);
    return apollo;
  });
  const pressed = takePressed();
  const onReady = () => replayInput(root, pressed);
  const app = (
    <App client={client} page={page} routes={routes} onReady={onReady}>
      {(tree) => <BrowserRouter basename={page.basePath || "/"}>{tree}</BrowserRouter>}
    </App>
  );
  const strict = import.meta.env.DEV ? <StrictMode>{app}</StrictMode> : app;
  // In slices: who taps meanwhile is heard.
  startTransition(() => {
    // Nothing is written where the server's renderer failed.
    if (root.hasChildNodes()) hydrateRoot(root, strict, { onRecoverableError: reportMismatch });
    else createRoot(root).render(strict);
  });
}

/** What the server wrote is not what the browser renders: a fault of ours, told where tests and developers listen. */
function reportMismatch(error: unknown): void {
  console.error("hydration:", error);
}

start().catch((error: unknown) => {
  // As if no script had come (shop/theme/assets.py).
  document.querySelector("script[type=module]")?.dispatchEvent(new Event("error"));
  // Without its shop, a page cannot go on; the host's root can.
  if (!document.getElementById("shop-data") && window.location.pathname !== "/") window.location.assign("/");
  throw error;
});
