import { useEffect, useRef, useState } from "react";
import { closePopup, hidePopupForGood, popupHidden } from "@/features/newsletter/memory";
import { openNewsletter } from "@/features/newsletter/open-newsletter";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { useBottomSpace } from "@/ui/page/bottom-space";
import { Button } from "@/ui/button";
import { RichText } from "@/ui/rich-text";

const PATIENCE_MS = 6000;

/** On the home page, for whoever stays a while: an invitation beside the page, never over it (purchase §2). */
export function NewsletterPopup({ onShow }: { onShow: (shown: boolean) => void }) {
  const { shopSlug } = useShopPage();
  const [hidden, setHidden] = useState(() => popupHidden(shopSlug));
  const [stayed, setStayed] = useState(false);

  useEffect(() => {
    if (hidden) return;
    const timer = setTimeout(() => setStayed(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hidden]);

  const shown = stayed && !hidden;
  useEffect(() => {
    onShow(shown);
    return () => onShow(false);
  }, [onShow, shown]);

  return shown ? <Invitation onDone={() => setHidden(true)} /> : null;
}

function Invitation({ onDone }: { onDone: () => void }) {
  const { t } = useOverlayTexts();
  const { shop, shopSlug } = useShopPage();
  const box = useRef<HTMLElement>(null);
  useBottomSpace(box);

  const done = (remember: (slug: string) => void) => {
    remember(shopSlug);
    onDone();
  };

  return (
    <section
      ref={box}
      aria-labelledby="newsletter-title"
      className="above-bottom-bar fixed inset-x-0 z-20 border-t-2 border-line bg-raised px-4 pt-3 pb-4 text-ink shadow-card md:right-4 md:left-auto md:w-[24rem] md:rounded-card md:border-2 md:px-6 md:pb-5"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="newsletter-title" className="display pt-2 text-xl">
          {shop.meta.mailchimpHeader || t("LANG_NEWSLETTER_TITLE")}
        </h2>
        <button
          type="button"
          className="display -mr-3 size-11 shrink-0 text-xl"
          aria-label={t("LANG_ALLG_CLOSE")}
          onClick={() => done(closePopup)}
        >
          ×
        </button>
      </div>
      <RichText html={shop.meta.mailchimpCustomtext} className="mb-3 text-sm" />
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <Button
          aria-haspopup="dialog"
          onClick={() =>
            void openNewsletter().then((signedUp) => {
              if (signedUp) onDone();
            })
          }
        >
          {t("LANG_NEWSLETTER_SUBMIT")}
        </Button>
        <button
          type="button"
          className="min-h-11 text-sm underline hover:no-underline"
          onClick={() => done(hidePopupForGood)}
        >
          {t("LANG_NEWSLETTER_NEVER")}
        </button>
      </p>
    </section>
  );
}
