import { useEffect } from "react";
import { useHref, useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { BUTTON, Button, PRIMARY } from "@/ui/button";
import { FullNotice } from "@/ui/page/full-notice";
import { Link } from "@/ui/link";
import { useUnlisted } from "@/ui/page/page-listing";
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

function SearchForm() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <form
      role="search"
      action={useHref(paths.search())}
      className="flex w-full max-w-read flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const words = new FormData(event.currentTarget).get("q");
        if (typeof words === "string" && words.trim()) void navigate(paths.search(words.trim()));
      }}
    >
      <input
        type="search"
        name="q"
        aria-label={t("LANG_ERROR_404_SEARCH")}
        placeholder={t("LANG_ERROR_404_SEARCH")}
        className="h-12 min-w-0 grow basis-64 rounded-control rule bg-raised px-4 placeholder:text-ink-soft"
      />
      <Button type="submit">{t("LANG_ERROR_404_SUBMIT")}</Button>
    </form>
  );
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
        <SearchForm />
      )}
    </FullNotice>
  );
}
