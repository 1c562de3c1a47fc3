import { Suspense, useSyncExternalStore } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { pieces } from "@/features/cart/model/cart";
import { lostText, subscribeLost } from "@/features/cart/model/kept";
import { keptKey, recall } from "@/features/cart/model/memory";
import type { LostCartProps } from "@/features/cart/view/lost-cart";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { NotLoaded } from "@/ui/page/not-loaded";

const { Part: LostCart } = lazyWithTexts<LostCartProps>("overlays", () => import("./lost-cart"), Missing);

/** That the browser takes no cookies, and what an earlier cart lost with its reservation. Most visitors load neither. */
export function CartNotices(props: LostCartProps) {
  const { shopSlug } = useShopPage();
  const { cart } = useCartApi();
  const hasLost = useSyncExternalStore(subscribeLost, () => lostText(shopSlug) !== null);
  // Of a cart that is filled its contents are kept: nothing of it is lost.
  const mayBeLost = hasLost || (pieces(cart) === 0 && recall(keptKey(shopSlug)) !== null);
  if (navigator.cookieEnabled && !mayBeLost) return props.title;
  return (
    <Suspense>
      <LostCart {...props} />
    </Suspense>
  );
}

function Missing() {
  const { t } = useTexts();
  return <NotLoaded text={t("LANG_ERROR_GENERIC")} />;
}
