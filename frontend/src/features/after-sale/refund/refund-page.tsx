import { AfterSalePage } from "@/features/after-sale/tickets";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { Loading } from "@/ui/page/loading";
import { dateLong } from "@/lib/time/dates";
import { useLoaded } from "@/lib/use-loaded";
import { createRest } from "@/lib/wire/rest";
import type { RefundPath } from "./model";
import { Missing, Outcome } from "./outcome";
import { RefundForm } from "./refund-form";

interface Props {
  product: string;
  order: string;
  email: string;
}

/** The refund of an event's tickets that an order holds. */
export function RefundPage({ product, order, email }: Props) {
  const { t, locale } = useTexts();
  const { restUrl } = useShopPage();
  const path: RefundPath = `events/${encodeURIComponent(product)}/refund_requests/${encodeURIComponent(order)}`;
  const { data, error, retry } = useLoaded(`${restUrl}${path} ${locale}`, () => createRest(restUrl)("GET", path));
  if (error && !data) return <Missing error={error} retry={retry} />;
  return (
    <AfterSalePage title="FORM_REFUND_TITLE">
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
        <Loading bars={["h-16", "h-80"]} />
      )}
    </AfterSalePage>
  );
}
