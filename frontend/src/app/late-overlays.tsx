import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "@/app/paths";
import { prepareMinicart } from "@/features/cart";
import { ConsentBanner, useConsent } from "@/features/consent";
import { NewsletterPopup } from "@/features/newsletter";
import { loadTexts } from "@/lib/i18n";
import { useShop } from "@/lib/shop-data";

const Measuring = lazy(() => import("@/app/measuring"));

/** Everything that comes up over a page by itself, once the page stands and its texts are here. */
export default function LateOverlays() {
  const { trackers, newsletterPopup } = useShop().meta;
  const { state } = useConsent();
  const { pathname } = useLocation();
  const [ready, setReady] = useState(false);

  useEffect(() => {
    prepareMinicart();
    loadTexts("overlays").then(
      () => setReady(true),
      () => undefined,
    );
  }, []);

  if (!ready) return null;
  // Nobody is disturbed while paying; unasked, nothing is measured there.
  const buying = pathname.startsWith(paths.checkout());
  const asks = trackers.length > 0 && state === "unset" && !buying;
  return (
    <Suspense fallback={null}>
      {asks && <ConsentBanner />}
      {state === "yes" && trackers.includes("counts") && <Measuring />}
      {!asks && newsletterPopup && pathname === paths.home() && <NewsletterPopup />}
    </Suspense>
  );
}
