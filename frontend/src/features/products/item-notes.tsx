import { paths } from "@/lib/paths";
import { usePreorder } from "@/features/products/use-preorder";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";

const NOTE = "rounded-card bg-surface p-4 text-sm";

/** What a buyer must know before adding: shipped later, only together with something else. */
export function ItemNotes({ product }: { product: ProductDetail }) {
  const { t } = useTexts();
  const preorder = usePreorder(product);
  const { meta } = product;
  return (
    <>
      {preorder && (
        <p className={NOTE}>
          <strong>{t("LANG_ITEM_PREORDER")}.</strong> {t("LANG_ITEM_PREORDER_TEXT", { date: preorder })}
        </p>
      )}
      {meta.ticketRequired && (
        <p className={NOTE}>
          {t("LANG_ITEM_TICKETREQUIRED")}{" "}
          <Link to={paths.events()} className="underline">
            {t("LANG_EVENTS_TITLE")}
          </Link>
        </p>
      )}
      {meta.follows && (
        <p className={NOTE}>
          {t("LANG_ITEM_FOLLOWS")}{" "}
          <Link to={paths.product(meta.follows)} className="underline">
            {meta.followsName}
          </Link>
        </p>
      )}
    </>
  );
}
