import { useState } from "react";
import { useHref } from "react-router";
import { expectLeaving } from "@/features/cart/parts";
import { SteadyLabel } from "@/features/checkout";
import { MAKERESUMEID } from "@/generated/routes/checkout/go-elsewhere";
import { paths } from "@/lib/paths";
import { errorText } from "@/lib/texts/error-texts";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { useClient } from "@/lib/wire/client";
import { useCopy } from "@/ui/hooks/use-copy";

/** So long the server takes the address. */
const GOOD_FOR_MS = 10 * 60_000;

/** An address at which this cart goes on in another browser (purchase §1 "checkout/resume"). */
export default function GoElsewhere() {
  const { t } = useTexts();
  const client = useClient();
  const { shopSlug } = useShopPage();
  const base = useHref(paths.checkoutResume());
  const [address, setAddress] = useState("");
  const [trouble, setTrouble] = useState("");
  const [shown, setShown] = useState<HTMLElement | null>(null);
  const { done, copy } = useCopy();

  const make = async () => {
    setTrouble("");
    try {
      const apollo = await client.load();
      const { data } = await apollo.mutate({
        mutation: MAKERESUMEID,
        variables: { input: {} },
        fetchPolicy: "no-cache",
      });
      if (!data) return;
      expectLeaving(shopSlug, GOOD_FOR_MS);
      setAddress(`${window.location.origin}${base}?id=${encodeURIComponent(data.makeResumeId.resumeId)}`);
    } catch (error) {
      const { key, values } = errorText(error);
      setTrouble(t(key, values));
    }
  };

  return (
    <section className="mt-8" aria-live="polite">
      {address ? (
        <>
          <p className="max-w-read">{t("LANG_RESUME_OFFER_TEXT")}</p>
          <p ref={setShown} className="figures mt-2 max-w-read text-sm text-ink-soft [overflow-wrap:anywhere]">
            {address}
          </p>
          <p className="flex flex-wrap gap-x-6">
            <button
              type="button"
              className="min-h-11 underline hover:no-underline"
              onClick={() => void copy(address, shown)}
            >
              <SteadyLabel label={t("LANG_CHECKOUT_COPY")} other={t("LANG_CHECKOUT_COPIED")} showOther={done} />
            </button>
            {"share" in navigator && (
              <button
                type="button"
                className="min-h-11 underline hover:no-underline"
                onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
              >
                {t("LANG_RESUME_SHARE")}
              </button>
            )}
          </p>
        </>
      ) : (
        <button type="button" className="min-h-11 underline hover:no-underline" onClick={() => void make()}>
          {t("LANG_RESUME_OFFER")}
        </button>
      )}
      {trouble && <p role="alert">{trouble}</p>}
    </section>
  );
}
