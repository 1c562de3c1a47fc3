import { paths } from "@/app/paths";
import { useTexts } from "@/lib/i18n";
import { BUTTON, PRIMARY } from "@/ui/button";
import { FullNotice } from "@/ui/full-notice";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page-title";

/** Also what a page shows whose artist, product, event … does not exist. */
export function NotFound() {
  const { t } = useTexts();
  usePageTitle(t("LANG_ERROR_404_TITLE"));
  return (
    <FullNotice title={t("LANG_ERROR_404_TITLE")} text={t("LANG_ERROR_404_TEXT")}>
      <Link to={paths.home()} className={`${BUTTON} ${PRIMARY}`}>
        {t("LANG_ERROR_404_HOME")}
      </Link>
    </FullNotice>
  );
}
