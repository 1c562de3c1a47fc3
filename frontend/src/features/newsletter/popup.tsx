import { useEffect, useRef, useState } from "react";
import { closePopup, hidePopupForGood, popupHidden } from "@/features/newsletter/memory";
import { openNewsletter } from "@/features/newsletter/open-newsletter";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { useRoomBelow, useTurn } from "@/ui/page/shelf";
import { Button } from "@/ui/button";
import { RichText } from "@/ui/rich-text";

const PATIENCE_MS = 6000;

/** On the home page, for visitors who stay a while and have scrolled on: never over the picture it opens with (purchase §2). */
export function NewsletterPopup() {
  const { shopSlug } = useShopPage();
  const [hidden, setHidden] = useState(() => popupHidden(shopSlug));
  const [stayed, setStayed] = useState(false);
  const [isFar, setIsFar] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), PATIENCE_MS);
    const look = () => setIsFar((before) => before || window.scrollY > window.innerHeight / 2);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", look);
    };
  }, []);

  return stayed && isFar && !hidden ? <Invitation onDone={() => setHidden(true)} /> : null;
}

function Invitation({ onDone }: { onDone: () => void }) {
  const { t } = useOverlayTexts();
  const { shop, shopSlug } = useShopPage();
  const box = useRef<HTMLElement>(null);
  const lies = useTurn("newsletter");
  useRoomBelow(box, lies);

  const done = (remember: (slug: string) => void) => {
    remember(shopSlug);
    onDone();
  };

  if (!lies) return null;
  return (
    <section
      ref={box}
      aria-labelledby="newsletter-title"
      className="above-bottom-bar fixed inset-x-0 z-20 border-t-2 border-line bg-raised py-3 text-ink shadow-card"
    >
      <div className="shell relative flex flex-col gap-x-10 gap-y-2 md:flex-row md:items-center md:pr-20">
        <div className="grow">
          <h2 id="newsletter-title" className="display pr-11 text-xl">
            {shop.meta.mailchimpHeader || t("LANG_NEWSLETTER_TITLE")}
          </h2>
          <RichText html={shop.meta.mailchimpCustomtext} className="text-sm" />
        </div>
        <p className="flex shrink-0 flex-wrap items-center justify-between gap-x-6">
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
        <button
          type="button"
          className="display absolute -top-1 right-2 size-11 text-xl md:top-auto"
          aria-label={t("LANG_ALLG_CLOSE")}
          onClick={() => done(closePopup)}
        >
          ×
        </button>
      </div>
    </section>
  );
}
