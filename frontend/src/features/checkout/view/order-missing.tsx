import { paths } from "@/lib/paths";
import { ORDER_ERRORS } from "@/features/checkout/model/order-errors";
import { errorCode, errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { FullNotice } from "@/ui/page/full-notice";

/** In the place of an order that cannot be shown: there is none under this address, or it did not come. */
export function OrderMissing({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTexts();
  const unknown = errorCode(error) === "ORDER_NOT_FOUND";
  const { key: text, values } = errorText(error, ORDER_ERRORS);
  return (
    <FullNotice
      title={t(unknown ? "LANG_CHECKOUT_INVOICENOTFOUND" : "LANG_ERROR_PAGE_TITLE")}
      text={t(unknown ? "LANG_CHECKOUT_INVOICENOTFOUND_TEXT" : text, values)}
      {...(unknown ? {} : { action: { label: t("LANG_ERROR_RETRY"), run: retry } })}
    >
      {unknown && (
        <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
          {t("LANG_ERROR_404_HOME")}
        </Link>
      )}
    </FullNotice>
  );
}
