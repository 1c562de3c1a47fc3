import { useState } from "react";
import { consentNumber } from "@/features/consent/record";
import { useConsent } from "@/features/consent/use-consent";
import { useShopPage } from "@/lib/shop-data";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";

export const consentSettings = (close: () => void) => <ConsentSettings onClose={close} />;

/** Categories one by one: shop functions are essential, analytics is the visitor's choice (purchase §4). */
function ConsentSettings({ onClose }: { onClose: () => void }) {
  const { t } = useOverlayTexts();
  const { state, allow, deny } = useConsent();
  const reports = useShopPage().shop.meta.trackers.includes("error-reports");
  const number = consentNumber();
  const [analytics, setAnalytics] = useState(state === "yes");

  const save = (choice: boolean) => {
    (choice ? allow : deny)();
    onClose();
  };

  return (
    <Dialog title={t("LANG_CONSENT_SETTINGS_TITLE")} onCancel={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(analytics);
        }}
      >
        <div className="mt-5 divide-y divide-hairline border-y border-hairline">
          <div className="py-4">
            <p className="flex items-baseline justify-between gap-4">
              <span className="font-[650]">{t("LANG_CONSENT_ESSENTIAL")}</span>
              <span className="text-sm text-ink-soft">{t("LANG_CONSENT_ESSENTIAL_STATE")}</span>
            </p>
            <p className="mt-1 text-sm">{t("LANG_CONSENT_ESSENTIAL_TEXT")}</p>
          </div>
          <div className="py-4">
            <label className="flex min-h-11 items-center justify-between gap-4 font-[650]">
              {t("LANG_CONSENT_ANALYTICS")}
              <input
                type="checkbox"
                className="size-6 shrink-0 accent-ink"
                checked={analytics}
                aria-describedby="consent-analytics"
                onChange={(event) => setAnalytics(event.target.checked)}
              />
            </label>
            <p id="consent-analytics" className="mt-1 text-sm">
              {t("LANG_CONSENT_ANALYTICS_TEXT")} {reports && t("LANG_CONSENT_ERRORS_TEXT")}
            </p>
            {number && <p className="mt-1 text-xs break-words text-ink-soft">{t("LANG_CONSENT_NUMBER", { number })}</p>}
          </div>
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button look="plain" onClick={() => save(false)}>
            {t("LANG_CONSENT_DENY")}
          </Button>
          <Button look="plain" onClick={() => save(true)}>
            {t("LANG_CONSENT_ALLOW")}
          </Button>
          <Button type="submit" look="plain">
            {t("LANG_CONSENT_SAVE")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
