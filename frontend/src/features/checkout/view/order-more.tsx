import { useEffect } from "react";
import { rememberOwnOrder } from "@/features/checkout/model/own-order";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";

/** The way into the shop. Whoever has seen the order's page in this tab brings the proof whose it is: not only who follows
 * this link, which loads a new document where a payment service's script runs. */
export function AddMore({ order }: { order: Pick<OrderData, "id" | "reference"> }) {
  const { t } = useTexts();
  const { shopSlug } = useShopPage();
  const { id, reference } = order;
  useEffect(() => rememberOwnOrder(shopSlug, { order: id, reference }), [shopSlug, id, reference]);
  return (
    <>
      <Link to={paths.home()} className="inline-flex min-h-11 items-center underline hover:no-underline">
        {t("LANG_ORDER_NOW_JOIN")}
      </Link>
      <p className="max-w-read text-sm text-ink-soft">{t("LANG_ORDER_NOW_JOIN_TEXT")}</p>
    </>
  );
}
