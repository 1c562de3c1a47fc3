import { lazy, Suspense } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { MinicartSkeleton } from "@/features/cart/view/minicart-skeleton";
import { loadTexts, useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { Drawer } from "@/ui/dialog/drawer";

const loadContent = async () => (await Promise.all([import("./minicart-content"), loadTexts("overlays")]))[0];
const MinicartContent = lazy(() => loadContent().catch(() => ({ default: NotLoaded })));

/** Fetches what the drawer shows, before anybody opens it. */
export const prepareMinicart = (): void => void loadContent().catch(() => undefined);

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

function NotLoaded() {
  const { t } = useTexts();
  return (
    <div className="flex flex-col items-start gap-4 p-5" role="alert">
      <p className="text-lg">{t("LANG_CART_ERROR_LOAD")}</p>
      <Button onClick={() => window.location.reload()}>{t("LANG_ERROR_RELOAD")}</Button>
    </div>
  );
}
