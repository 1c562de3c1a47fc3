import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "@/lib/paths";
import { DiscountGate, gateAnswered, prepareMinicart, useCart } from "@/features/cart";
import { OfflineNotice } from "@/app/offline-notice";
import { ConsentBanner, useConsent } from "@/features/consent";
import { NewsletterPopup } from "@/features/newsletter";
import { tellBrokenLink, WorkNotice } from "@/features/notices";
import { SessionKeeper } from "@/features/session";
import { loadTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { useWayBack } from "@/ui/hooks/use-way-back";
import { useUnderWay } from "@/lib/wire/work/worked";

const ErrorReports = lazy(() => import("@/app/error-reports"));
const Measuring = lazy(() => import("@/app/measuring"));

/** Few visitors have kept tickets on this device. Where they have not, or the browser keeps nothing, nothing is loaded. */
async function forgetOldTickets(): Promise<void> {
  try {
    if (await caches.has("tickets")) await (await import("@/lib/kept-tickets")).forgetOldTickets();
  } catch {
    // The next page tries again.
  }
}

/** Everything that comes up over a page by itself, once the page stands and its texts are here. */
export default function LateOverlays() {
  const { shopSlug, shop } = useShopPage();
  const { trackers, discountGate, newsletterPopup } = shop.meta;
  const { state } = useConsent();
  const { pathname } = useLocation();
  const [ready, setReady] = useState(false);
  const [gated, setGated] = useState(() => discountGate && !gateAnswered(shopSlug));
  const { count, minicart } = useCart();
  useWayBack(minicart.open, minicart.hide);
  const isWorking = useUnderWay();
  const [keepsSession, setKeepsSession] = useState(false);
  // It also tells that what lay there has gone.
  if (count > 0 && !keepsSession) setKeepsSession(true);
  const openGate = useCallback(() => setGated(false), []);

  useEffect(() => {
    void forgetOldTickets();
    prepareMinicart();
    loadTexts("overlays").then(
      () => {
        setReady(true);
        void tellBrokenLink();
      },
      () => undefined,
    );
  }, []);

  if (!ready) return null;
  // Nobody is disturbed while paying; unasked, nothing is measured there.
  const buying = pathname.startsWith(paths.checkout());
  const isHome = pathname === paths.home();
  const asks = trackers.length > 0 && state === "unset" && !buying;
  return (
    <Suspense fallback={null}>
      <OfflineNotice />
      {isWorking && <WorkNotice />}
      {keepsSession && <SessionKeeper />}
      {asks && <ConsentBanner />}
      {state === "yes" && trackers.includes("counts") && <Measuring />}
      {state === "yes" && trackers.includes("error-reports") && <ErrorReports />}
      {!asks && isHome && gated && <DiscountGate onAnswer={openGate} />}
      {!asks && isHome && !gated && newsletterPopup && <NewsletterPopup />}
    </Suspense>
  );
}
