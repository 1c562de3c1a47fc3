import { useEffect } from "react";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { BUTTON, PRIMARY } from "@/ui/button";
import { FullNotice } from "@/ui/page/full-notice";
import { Link } from "@/ui/link";
import { useUnlisted } from "@/ui/page/page-listing";
import { SearchForm } from "@/ui/page/search-form";
import { usePageTitle } from "@/ui/page/page-title";

/** Says in the head that there is nothing here, for as long as this is so. */
function useMissingStatus(): void {
  useEffect(() => {
    const flag = document.head.querySelector("meta[name=prerender-status-code]") ?? document.createElement("meta");
    flag.setAttribute("name", "prerender-status-code");
    flag.setAttribute("content", "404");
    document.head.append(flag);
    return () => flag.remove();
  }, []);
}

/** Also what a page shows whose artist, product, event … does not exist. */
export function NotFound() {
  const { t } = useTexts();
  const { isBand } = useShopPage().shop;
  usePageTitle(t("LANG_ERROR_404_TITLE"));
  useMissingStatus();
  useUnlisted();
  return (
    <FullNotice title={t("LANG_ERROR_404_TITLE")} text={t("LANG_ERROR_404_TEXT")}>
      {isBand ? (
        <Link to={paths.home()} className={`${BUTTON} ${PRIMARY}`}>
          {t("LANG_ERROR_404_HOME")}
        </Link>
      ) : (
        <SearchForm label={t("LANG_ERROR_404_SEARCH")} submit={t("LANG_ERROR_404_SUBMIT")} />
      )}
    </FullNotice>
  );
}
