import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { DialogLink } from "@/ui/dialog/dialog-link";

/** How the cart joins an order that is there already. */
export function MergeHelpLink() {
  const { t } = useTexts();
  const { basePath } = useShopPage();
  return (
    <DialogLink
      href={basePath + paths.checkoutMerge()}
      className="inline-flex min-h-11 items-center justify-center text-sm underline hover:no-underline"
      load={() => import("./merge-help-dialog").then(({ mergeHelpDialog }) => mergeHelpDialog)}
    >
      {t("LANG_MERGE_HELP_LINK")}
    </DialogLink>
  );
}
