import { Suspense } from "react";
import { keptKey, lostKey, recall } from "@/features/cart/model/memory";
import type { LostCartProps } from "@/features/cart/view/lost-cart";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { NotLoaded } from "@/ui/page/not-loaded";

const { Part: LostCart } = lazyWithTexts<LostCartProps>("overlays", () => import("./lost-cart"), Missing);

/** That the browser takes no cookies, and what an earlier cart lost with its reservation. Most visitors load neither. */
export function CartNotices(props: LostCartProps) {
  const { shopSlug } = useShopPage();
  const isRemembered = recall(keptKey(shopSlug)) ?? recall(lostKey(shopSlug));
  if (navigator.cookieEnabled && isRemembered === null) return props.title;
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
