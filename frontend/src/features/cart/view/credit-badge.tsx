import { useState } from "react";
import { readCookie, writeCookie } from "@/lib/cookies";
import type { ShopPath } from "@/lib/paths";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { DocumentLink, ExternalLink } from "@/ui/link";

const cookie = (shopSlug: string) => `${shopSlug}_kulturpass_hidden`;
const DAYS = 7;
const LOOK = "flex min-h-11 grow items-center py-1 pl-3 leading-tight underline hover:no-underline";

/** In a cart whose tickets a cultural credit pays for: leads to how that works; hidden, it stays away for seven days. */
export function CreditBadge() {
  const { t } = useOverlayTexts();
  const { shopSlug, shop } = useShopPage();
  const link = shop.meta.kulturpassLink;
  const [isHidden, setIsHidden] = useState(() => readCookie(cookie(shopSlug)) !== null);
  if (!link || isHidden) return null;

  const hide = () => {
    writeCookie(cookie(shopSlug), "1", DAYS);
    setIsHidden(true);
  };
  const text = t("LANG_KULTURPASS_BADGE");
  return (
    <aside aria-label={text} className="flex rounded-card bg-highlight text-sm text-on-highlight">
      {link.startsWith("/") ? (
        <DocumentLink to={link as ShopPath} className={LOOK}>
          {text}
        </DocumentLink>
      ) : (
        <ExternalLink href={link} className={LOOK}>
          {text}
        </ExternalLink>
      )}
      <button
        type="button"
        className="display size-11 shrink-0 text-xl"
        aria-label={t("LANG_KULTURPASS_BADGE_HIDE")}
        onClick={hide}
      >
        ×
      </button>
    </aside>
  );
}
