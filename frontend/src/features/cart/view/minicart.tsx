import { Suspense } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { MinicartSkeleton } from "@/features/cart/view/minicart-skeleton";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { Drawer } from "@/ui/dialog/drawer";
import { NotLoaded } from "@/ui/page/not-loaded";

const content = lazyWithTexts("overlays", () => import("./minicart-content"), ContentMissing);
const MinicartContent = content.Part;

/** Fetches what the drawer shows, before anybody opens it. */
export const prepareMinicart = content.prepare;

export function Minicart() {
  const { t } = useTexts();
  const { minicart } = useCartApi();
  return (
    <Drawer open={minicart.open} title={t("LANG_CART")} closeLabel={t("LANG_ALLG_CLOSE")} onClose={minicart.hide}>
      <Suspense fallback={<MinicartSkeleton />}>
        <MinicartContent />
      </Suspense>
    </Drawer>
  );
}

function ContentMissing() {
  const { t } = useTexts();
  return <NotLoaded text={t("LANG_CART_ERROR_LOAD")} className="p-5 text-lg" />;
}
