import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "@/app/paths";
import { ConsentBanner } from "@/features/consent";
import { loadTexts } from "@/lib/i18n";
import { useOverlayTexts } from "@/lib/overlay-texts";
import { useShop } from "@/lib/shop-data";

/** Everything that comes up over a page by itself, once the page stands and its texts are here. */
export default function LateOverlays() {
  const { locale } = useOverlayTexts();
  const { trackers } = useShop().meta;
  const { pathname } = useLocation();
  const [spoken, setSpoken] = useState<string | null>(null);

  useEffect(() => {
    let wanted = true;
    loadTexts("overlays").then(
      () => {
        if (wanted) setSpoken(locale);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [locale]);

  if (spoken !== locale) return null;
  // Nobody is disturbed while paying; unasked, nothing is measured there.
  const buying = pathname.startsWith(paths.checkout());
  return <Suspense fallback={null}>{trackers.length > 0 && !buying && <ConsentBanner />}</Suspense>;
}
