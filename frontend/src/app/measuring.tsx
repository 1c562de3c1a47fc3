import { useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { patterns } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { listenToTracking, track, type TrackingKind } from "@/lib/tracking";

const STATIONS: readonly (readonly [string, TrackingKind])[] = [
  [patterns.product, "ViewContent"],
  [patterns.event, "ViewContent"],
  [patterns["checkout-details"], "InitiateCheckout"],
  [patterns["checkout-confirm"], "AddPaymentInfo"],
];

/** Counts on our own server, while the visitor allows it: loaded after the yes, and silent after a no. */
export default function Measuring() {
  const { restUrl } = useShopPage();
  const { pathname } = useLocation();

  useEffect(
    () =>
      listenToTracking((kind) => {
        const body = JSON.stringify({ kind });
        const headers = { "Content-Type": "application/json" };
        // Without credentials no cookie goes along; a number that is lost is no harm.
        void fetch(`${restUrl}events`, { method: "POST", credentials: "omit", keepalive: true, headers, body }).catch(
          () => undefined,
        );
      }),
    [restUrl],
  );

  useEffect(() => {
    track("impression");
    const station = STATIONS.find(([pattern]) => matchPath(pattern, pathname));
    if (station) track(station[1]);
  }, [pathname]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("a, button")) track("click");
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);

  return null;
}
