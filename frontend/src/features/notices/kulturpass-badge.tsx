import { useState } from "react";
import { readCookie, writeCookie } from "@/lib/cookies";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { ExternalLink } from "@/ui/link";

const cookie = (shopSlug: string) => `${shopSlug}_kulturpass_hidden`;
const DAYS = 7;
const LOOK =
  "display flex min-h-11 items-center py-1 pl-3 leading-none no-underline hover:underline md:min-h-14 md:pl-4 md:text-lg";

/** A sticker that leads to what the shop offers for the KulturPass; sent away, it stays away for seven days. */
export function KulturpassBadge({ link }: { link: string }) {
  const { t } = useOverlayTexts();
  const { basePath, shopSlug } = useShopPage();
  const [hidden, setHidden] = useState(() => readCookie(cookie(shopSlug)) !== null);
  if (hidden) return null;

  const hide = () => {
    writeCookie(cookie(shopSlug), "1", DAYS);
    setHidden(true);
  };
  return (
    <aside
      aria-label={t("LANG_KULTURPASS_BADGE")}
      className="above-bottom-bar fixed left-0 z-10 mb-4 flex items-center rounded-r-card border-2 border-l-0 border-line bg-highlight text-on-highlight shadow-card"
    >
      {link.startsWith("/") ? (
        <a href={basePath + link} className={LOOK}>
          {t("LANG_KULTURPASS_BADGE")}
        </a>
      ) : (
        <ExternalLink href={link} className={LOOK}>
          {t("LANG_KULTURPASS_BADGE")}
        </ExternalLink>
      )}
      <button
        type="button"
        className="display size-11 shrink-0 text-xl md:size-14"
        aria-label={t("LANG_KULTURPASS_BADGE_HIDE")}
        onClick={hide}
      >
        ×
      </button>
    </aside>
  );
}
