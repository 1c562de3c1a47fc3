import type { ReactNode } from "react";
import type { ShopPath } from "@/app/paths";
import type { NewsItem } from "@/generated/features/news/item";
import { ExternalLink, Link } from "@/ui/link";

const VIDEO = "https://www.youtube-nocookie.com/embed/";

/** Where an entry leads: a page of the shop, another site, or its video there. Nothing of a video's site is loaded here. */
export function NewsLink({ item, className, children }: { item: NewsItem; className: string; children: ReactNode }) {
  const target = item.url || (item.embedYoutube && VIDEO + item.embedYoutube);
  if (!target) return children;
  if (target.startsWith("/")) {
    return (
      <Link to={target as ShopPath} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <ExternalLink href={target} className={className}>
      {children}
    </ExternalLink>
  );
}
