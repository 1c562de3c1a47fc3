import { useRef, useState } from "react";
import { paths } from "@/lib/paths";
import { openConsentSettings } from "@/features/consent/open-settings";
import { useConsent } from "@/features/consent/use-consent";
import { useShopPage } from "@/lib/shop-data";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useRoomBelow, useTurn } from "@/ui/page/shelf";
import { Button } from "@/ui/button";
import { DocumentLink } from "@/ui/link";

const ANSWER = "max-md:min-h-11 max-md:px-2 max-md:text-lg max-[22.5rem]:text-sm md:whitespace-nowrap";
// As tall as a finger needs, over the text above it, which is not pressed.
const LINK = "-mt-3.5 -mb-2 inline-flex min-h-11 items-center underline hover:no-underline md:-mt-3";

/** Asks once whether the visitor may be measured; yes and no weigh the same (purchase §2). The page stays usable. */
export function ConsentBanner() {
  const { state } = useConsent();
  // Where cookies are refused, the answer counts until the page is left.
  const [answered, setAnswered] = useState(false);
  return state !== "unset" || answered ? null : <Banner onAnswer={() => setAnswered(true)} />;
}

function Banner({ onAnswer }: { onAnswer: () => void }) {
  const { t } = useOverlayTexts();
  const { allow, deny } = useConsent();
  const reports = useShopPage().shop.meta.trackers.includes("error-reports");
  const box = useRef<HTMLElement>(null);
  const lies = useTurn("consent");
  useRoomBelow(box, lies);
  if (!lies) return null;

  return (
    <section
      ref={box}
      aria-labelledby="consent-title"
      className="above-bottom-bar fixed inset-x-0 z-30 border-t-2 border-line bg-raised py-2 text-ink shadow-card md:py-3"
    >
      <div className="shell grid items-center gap-x-10 md:grid-cols-2">
        <div>
          <h2 id="consent-title" className="display text-base max-[22.5rem]:text-sm md:text-xl">
            {t("LANG_CONSENT_TITLE")}
          </h2>
          <p className="text-xs md:mt-0.5 md:text-sm">
            {t("LANG_CONSENT_TEXT")} {reports && t("LANG_CONSENT_ERRORS_TEXT")}
          </p>
        </div>
        <div>
          <p className="flex justify-between gap-4 text-sm">
            <button type="button" className={LINK} aria-haspopup="dialog" onClick={() => void openConsentSettings()}>
              {t("LANG_CONSENT_SETTINGS")}
            </button>
            <DocumentLink to={paths.dataPolicy()} className={LINK}>
              {t("LANG_CONSENT_MORE")}
            </DocumentLink>
          </p>
          <div className="mt-2 grid grid-cols-2 gap-3">
            <Button
              className={ANSWER}
              onClick={() => {
                deny();
                onAnswer();
              }}
            >
              {t("LANG_CONSENT_DENY")}
            </Button>
            <Button
              className={ANSWER}
              onClick={() => {
                allow();
                onAnswer();
              }}
            >
              {t("LANG_CONSENT_ALLOW")}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
