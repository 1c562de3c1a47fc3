import { BANKCODE } from "@/generated/features/checkout/api/order";
import { useTexts } from "@/lib/texts/i18n";
import { useLoaded } from "@/lib/use-loaded";
import { useClient } from "@/lib/wire/client";

/** The transfer as a code for a bank's app. Without it, everything still stands below. */
export function BankCode({ order }: { order: string }) {
  const { t } = useTexts();
  const client = useClient();
  const { data, error } = useLoaded(order, async () => {
    const apollo = await client.load();
    return (await apollo.query({ query: BANKCODE, variables: { orderId: order } })).data?.bankCode ?? null;
  });
  if (data === null || error !== undefined) return null;
  return (
    <figure className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      {data ? (
        <svg
          role="img"
          aria-label={t("LANG_CHECKOUT_BANK_CODE")}
          viewBox={`0 0 ${String(data.size)} ${String(data.size)}`}
          shapeRendering="crispEdges"
          className="size-44 shrink-0"
        >
          <rect width={data.size} height={data.size} fill="white" />
          <path d={data.path} fill="black" />
        </svg>
      ) : (
        <span className="skeleton size-44 shrink-0" />
      )}
      <figcaption className="max-w-[18rem] text-sm text-ink-soft">{t("LANG_CHECKOUT_BANK_CODE_TEXT")}</figcaption>
    </figure>
  );
}
