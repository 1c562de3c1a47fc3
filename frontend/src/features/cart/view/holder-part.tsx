import { Suspense } from "react";
import type { HolderSectionProps } from "@/features/cart/view/holders/holder-section";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { NotLoaded } from "@/ui/page/not-loaded";

const { Part: HolderSection } = lazyWithTexts("overlays", () => import("./holders/holder-section"), SectionMissing);

/** Whose the tickets are, fetched where tickets ask for it; `ref` is empty until it is there. */
export function HolderPart(props: HolderSectionProps) {
  return (
    <Suspense fallback={<span className="skeleton block h-48 w-full" />}>
      <HolderSection {...props} />
    </Suspense>
  );
}

function SectionMissing() {
  const { t } = useTexts();
  return <NotLoaded text={t("LANG_ERROR_GENERIC")} />;
}
