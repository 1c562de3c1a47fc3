import {
  BrowserClient,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  makeFetchTransport,
  type ErrorEvent,
} from "@sentry/browser";
import { useEffect, useEffectEvent } from "react";
import { matchPath, useLocation } from "react-router";
import { useCart, type Cart } from "@/features/cart";
import { listenToTrouble } from "@/lib/error-reports";
import { patterns } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";

/** Never asked: everything goes through the shop's own server. */
const DSN = "https://browser@errors.invalid/1";

/** What is bought, as far as it may have to do with a failure; nothing of whose it is. */
export function cartFacts(cart: Cart | null): Record<string, unknown> {
  if (!cart) return {};
  return {
    total: cart.totalDue,
    country: cart.countryCode,
    physical: cart.physical,
    carrier: cart.shippingMethod,
    payment: cart.paymentMethod,
    lines: cart.items.map(({ type, amount, price, ticket, physical, problem }) => ({
      type,
      amount,
      price,
      ticket,
      physical,
      problem,
    })),
  };
}

/** Which page it is, without what its address says: an order's is its secret. */
export const pageName = (pathname: string): string =>
  Object.entries(patterns).find(([, pattern]) => matchPath(pattern, pathname))?.[0] ?? "other";

/** The report made anew, of what it may say alone. The server does the same, whatever comes. */
export function reportOf(event: ErrorEvent, page: string, cart: Cart | null): ErrorEvent {
  const values = event.exception?.values?.map(({ type, stacktrace }) => ({ type, value: "", stacktrace }));
  const { event_id, timestamp, level, tags } = event;
  const made = {
    type: undefined,
    event_id,
    timestamp,
    level,
    platform: "javascript",
    tags: { page, about: tags?.["about"] },
    contexts: { cart: cartFacts(cart) },
  };
  return { ...made, ...(values && { exception: { values } }) } as ErrorEvent;
}

/** Reports failures while the visitor allows it: loaded after the yes, closed with a no. */
export default function ErrorReports() {
  const { restUrl } = useShopPage();
  const { cart } = useCart();
  const { pathname } = useLocation();
  const made = useEffectEvent((event: ErrorEvent) => reportOf(event, pageName(pathname), cart));

  useEffect(() => {
    const client = new BrowserClient({
      dsn: DSN,
      tunnel: `${restUrl}errors`,
      transport: makeFetchTransport,
      transportOptions: { headers: { "Content-Type": "application/json" } },
      stackParser: defaultStackParser,
      integrations: [globalHandlersIntegration()],
      sendClientReports: false,
      maxBreadcrumbs: 0,
      beforeSend: (event) => made(event),
    });
    getCurrentScope().setClient(client);
    client.init();
    const stop = listenToTrouble(
      (error, about) => void client.captureException(error, { captureContext: { tags: { about } } }),
    );
    return () => {
      stop();
      getCurrentScope().setClient(undefined);
      void client.close();
    };
  }, [restUrl]);

  return null;
}
