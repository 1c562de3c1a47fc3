import { lazy, Suspense } from "react";
import type { HolderSectionProps } from "@/features/cart/view/holders/holder-section";
import { loadTexts, useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";

const load = async () => (await Promise.all([import("./holders/holder-section"), loadTexts("overlays")]))[0];
const HolderSection = lazy(() => load().catch(() => ({ default: NotLoaded })));

/** Whose the tickets are, fetched where tickets ask for it; `ref` is empty until it is there. */
export function HolderPart(props: HolderSectionProps) {
  return (
    <Suspense fallback={<span className="skeleton block h-48 w-full" />}>
      <HolderSection {...props} />
    </Suspense>
  );
}

function NotLoaded() {
  const { t } = useTexts();
  return (
    <div className="flex flex-col items-start gap-4" role="alert">
      <p>{t("LANG_ERROR_GENERIC")}</p>
      <Button onClick={() => window.location.reload()}>{t("LANG_ERROR_RELOAD")}</Button>
    </div>
  );
}
