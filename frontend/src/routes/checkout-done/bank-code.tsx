import { useState } from "react";
import { BANKCODE } from "@/generated/features/checkout/api/order";
import { useTexts } from "@/lib/texts/i18n";
import { useLoaded } from "@/lib/use-loaded";
import { useClient } from "@/lib/wire/client";
import { QrCode } from "@/ui/qr-code";

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
    <figure className="my-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      {data ? (
        <QrCode size={data.size} path={data.path} label={t("LANG_CHECKOUT_BANK_CODE")} className="size-44 shrink-0" />
      ) : (
        <span className="skeleton size-44 shrink-0" />
      )}
      <figcaption className="max-w-[18rem] text-sm text-ink-soft">
        <span className="pointer-coarse:hidden">{t("LANG_CHECKOUT_BANK_CODE_TEXT")}</span>
        <span className="hidden pointer-coarse:inline">{t("LANG_CHECKOUT_BANK_CODE_HERE")}</span>
        {data && <ShareCode {...data} />}
      </figcaption>
    </figure>
  );
}

/** Gives the code as a picture to a bank's app, which no camera can show on the phone that it runs on. */
function ShareCode({ size, path }: { size: number; path: string }) {
  const { t } = useTexts();
  const [failed, setFailed] = useState(false);
  const share = async () => {
    setFailed(false);
    try {
      const { shareCode } = await import("./code-picture");
      await shareCode(size, path);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <button
        type="button"
        className="hidden min-h-11 underline hover:no-underline pointer-coarse:block"
        onClick={() => void share()}
      >
        {t("LANG_CHECKOUT_BANK_CODE_SHARE")}
      </button>
      {failed && <span role="alert">{t("LANG_ERROR_GENERIC")}</span>}
    </>
  );
}
