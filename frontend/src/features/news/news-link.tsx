import type { ReactNode } from "react";
import type { ShopPath } from "@/lib/paths";
import { VideoLink } from "@/features/video";
import type { NewsItem } from "@/generated/features/news/item";
import { useTexts } from "@/lib/texts/i18n";
import { ExternalLink, Link } from "@/ui/link";
import { Sign } from "@/ui/sign";

/** Where an entry leads: a page of the shop, another site, or its video. */
export function NewsLink({ item, className, children }: { item: NewsItem; className: string; children: ReactNode }) {
  const { url, embedYoutube } = item;
  if (url.startsWith("/")) {
    return (
      <Link to={url as ShopPath} className={className}>
        {children}
      </Link>
    );
  }
  if (url) {
    return (
      <ExternalLink href={url} className={className}>
        {children}
      </ExternalLink>
    );
  }
  if (!embedYoutube) return children;
  return (
    <VideoLink video={embedYoutube} title={item.title} className={className}>
      {children}
    </VideoLink>
  );
}

/** The video of an entry whose title leads elsewhere. */
export function NewsVideo({ item }: { item: NewsItem }) {
  const { t } = useTexts();
  if (!item.url || !item.embedYoutube) return null;
  return (
    <VideoLink
      video={item.embedYoutube}
      title={item.title}
      className="relative inline-flex min-h-11 items-center gap-2 underline hover:no-underline"
    >
      <Sign name="play" />
      {t("LANG_VIDEO_WATCH")}
      <span className="sr-only">: {item.title}</span>
    </VideoLink>
  );
}
