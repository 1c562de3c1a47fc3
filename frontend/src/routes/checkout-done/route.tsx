import { useEffect, useRef } from "react";
import { Navigate, useLocation, useParams, useSearchParams } from "react-router";
import { paths } from "@/lib/paths";
import { ProgressList, useTop } from "@/features/checkout";
import { ORDER } from "@/generated/features/checkout/api/checkout";
import { errorCode, errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { BUTTON, PLAIN } from "@/ui/button";
import { FullNotice } from "@/ui/page/full-notice";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { OrderPlaced } from "./order-placed";

export const query = ORDER;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ id: params["order"] ?? "" });

/** Step 5. The cart is not loaded here. */
export default function CheckoutDoneRoute() {
  const { order } = useParams();
  return order ? <Confirmation id={order} /> : <Navigate replace to={paths.checkout()} />;
}

function Confirmation({ id }: { id: string }) {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, retry } = useAnswer(ORDER, { id });
  usePageTitle(t("LANG_CHECKOUT_TITLE_DONE"));
  useTop();
  useEffect(() => {
    if (key !== "default") heading.current?.focus({ preventScroll: true });
  }, [key]);

  if (error) {
    const known = errorCode(error) === "ORDER_NOT_FOUND";
    const { key: text, values } = errorText(error);
    return (
      <FullNotice
        title={t(known ? "LANG_CHECKOUT_INVOICENOTFOUND" : "LANG_ERROR_PAGE_TITLE")}
        text={t(known ? "LANG_CHECKOUT_INVOICENOTFOUND_TEXT" : text, values)}
        {...(known ? {} : { action: { label: t("LANG_ERROR_RETRY"), run: retry } })}
      >
        {known && (
          <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
            {t("LANG_ERROR_404_HOME")}
          </Link>
        )}
      </FullNotice>
    );
  }
  return (
    <div className="shell pt-6 md:pt-8">
      <ProgressList step="done" />
      <div className="mx-auto min-h-[85svh] max-w-[60rem]">
        <h1 ref={heading} tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {t("LANG_CHECKOUT_TITLE_DONE")}
        </h1>
        {data ? (
          <OrderPlaced order={data.order} paymentReceived={data.order.paymentReceived || search.has("payment_received")} />
        ) : (
          <div role="status" className="flex flex-col gap-5">
            <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
            <span className="skeleton h-24 w-full" />
            <span className="skeleton h-64 w-full" />
          </div>
        )}
      </div>
    </div>
  );
}
