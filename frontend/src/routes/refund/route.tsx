import { Navigate, useSearchParams } from "react-router";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong } from "@/lib/time/dates";
import { useLoaded } from "@/lib/use-loaded";
import { createRest } from "@/lib/wire/rest";
import { usePageTitle } from "@/ui/page/page-title";
import type { RefundPath } from "./model";
import { RefundForm } from "./refund-form";
import { Missing, Outcome } from "./outcome";

/** A guest asks for the money of an event's tickets back (purchase §2 "After-sale forms"). */
export default function RefundRoute() {
  const [search] = useSearchParams();
  const product = search.get("product_id") ?? "";
  const order = search.get("order_id") ?? "";
  if (!product || !order) return <Navigate replace to={paths.home()} />;
  return <RefundPage key={`${product} ${order}`} product={product} order={order} email={search.get("email") ?? ""} />;
}

function RefundPage({ product, order, email }: { product: string; order: string; email: string }) {
  const { t, locale } = useTexts();
  const { restUrl } = useShopPage();
  const path: RefundPath = `events/${encodeURIComponent(product)}/refund_requests/${encodeURIComponent(order)}`;
  const { data, error, retry } = useLoaded(`${restUrl}${path} ${locale}`, () => createRest(restUrl)("GET", path));
  usePageTitle(t("FORM_REFUND_TITLE"));

  if (error && !data) return <Missing error={error} retry={retry} />;
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[44rem] pb-16">
        <h1 tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {t("FORM_REFUND_TITLE")}
        </h1>
        {data ? (
          <>
            <p className="text-xl font-[600]">{data.product.title}</p>
            <p className="mt-1 text-ink-soft">
              {t("FORM_REFUND_ORDER", {
                reference: data.order.reference,
                date: dateLong(data.order.createdAt, locale),
              })}
            </p>
            {data.product.text && <p className="mt-4 max-w-read whitespace-pre-line">{data.product.text}</p>}
            {data.state === "initiated" ? (
              <RefundForm data={data} path={path} startingEmail={email} />
            ) : (
              <Outcome
                state={data.state}
                waitsFor={data.waitsFor}
                amount={data.paymentAmount}
                reference={data.paymentReference}
                account={data.bankAccount?.iban}
              />
            )}
          </>
        ) : (
          <div role="status" className="flex flex-col gap-5">
            <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
            <span className="skeleton h-16 w-full" />
            <span className="skeleton h-80 w-full" />
          </div>
        )}
      </div>
    </div>
  );
}
