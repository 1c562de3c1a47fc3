import { rememberOwnOrder } from "@/features/checkout/model/own-order";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";

/** The way into the shop that brings the proof whose the order is. */
export function AddMore({ order }: { order: Pick<OrderData, "id" | "reference"> }) {
  const { t } = useTexts();
  const { shopSlug } = useShopPage();
  return (
    <>
      <Link
        to={paths.home()}
        className="inline-flex min-h-11 items-center underline hover:no-underline"
        onClick={() => rememberOwnOrder(shopSlug, { order: order.id, reference: order.reference })}
      >
        {t("LANG_ORDER_NOW_JOIN")}
      </Link>
      <p className="max-w-read text-sm text-ink-soft">{t("LANG_ORDER_NOW_JOIN_TEXT")}</p>
    </>
  );
}
