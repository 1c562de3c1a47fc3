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
import { BUTTON, PLAIN } from "@/ui/button";
import { useCopy } from "@/ui/hooks/use-copy";
import { QrCode } from "@/ui/qr-code";
import type { codeOf } from "./address-code";

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
  const [code, setCode] = useState<ReturnType<typeof codeOf> | null>(null);
  const [shown, setShown] = useState<HTMLElement | null>(null);
  const { done, copy } = useCopy();

  const make = async () => {
    setTrouble("");
    // The address goes on without its code, too.
    const drawing = import("./address-code").catch(() => null);
    try {
      const apollo = await client.load();
      const { data } = await apollo.mutate({
        mutation: MAKERESUMEID,
        variables: { input: {} },
        fetchPolicy: "no-cache",
      });
      if (!data) return;
      expectLeaving(shopSlug, GOOD_FOR_MS);
      const made = `${window.location.origin}${base}?id=${encodeURIComponent(data.makeResumeId.resumeId)}`;
      // Both at once: nothing moves below a code that comes later.
      setCode((await drawing)?.codeOf(made) ?? null);
      setAddress(made);
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
          {code && <QrCode {...code} label={t("LANG_RESUME_CODE")} className="my-4 size-56 rounded-image" />}
          <p className="mt-3 flex flex-wrap gap-3">
            <button type="button" className={`${BUTTON} ${PLAIN}`} onClick={() => void copy(address, shown)}>
              <SteadyLabel label={t("LANG_RESUME_COPY")} other={t("LANG_CHECKOUT_COPIED")} showOther={done} />
            </button>
            {"share" in navigator && (
              <button
                type="button"
                className={`${BUTTON} ${PLAIN}`}
                onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
              >
                {t("LANG_RESUME_SHARE")}
              </button>
            )}
          </p>
          <p
            ref={setShown}
            className={`figures mt-3 max-w-read text-sm text-ink-soft select-all ${code ? "truncate" : "[overflow-wrap:anywhere]"}`}
          >
            {address}
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
