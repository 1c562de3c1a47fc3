import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { dateLong } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { TitledSection } from "@/features/checkout/view/titled-section";

/** Invoices to download, and what takes back a part of them. A job writes them once the order is paid. */
export function Invoices({ order }: { order: OrderData }) {
  const { t, locale } = useTexts();
  const waits = order.paymentReceived && order.invoices.length === 0 && toCents(order.totalIncludingShipping) > 0;
  if (order.invoices.length === 0 && !waits) return null;
  return (
    <TitledSection id="invoices" title={t("LANG_CHECKOUT_INVOICES")} className="mt-8">
      {waits && <p className="max-w-read">{t("LANG_CHECKOUT_INVOICE_COMES")}</p>}
      <ul className="divide-y divide-hairline">
        {order.invoices.map(({ id, number, url, kind, issuedOn }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4">
            <a
              href={url}
              download
              className="inline-flex min-h-11 items-center underline [overflow-wrap:anywhere] hover:no-underline"
            >
              {t(kind === "cancellation" ? "LANG_CHECKOUT_INVOICE_CANCELLATION" : "LANG_CHECKOUT_INVOICE", { number })}
            </a>
            <span className="text-sm text-ink-soft">{dateLong(issuedOn, locale)}</span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
