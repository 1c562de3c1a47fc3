import type { NewsItem } from "@/generated/features/news/item";
import { Picture } from "@/ui/picture/picture";
import type { ByWidth } from "@/ui/picture/picture-sizes";
import { RichText } from "@/ui/rich-text";
import { NewsLink, NewsVideo } from "./news-link";
import { COVER } from "@/ui/link";

interface Props {
  item: NewsItem;
  sizes: ByWidth<string>;
  heading?: "h2" | "h3";
}

export function NewsCard({ item, sizes, heading: Heading = "h3" }: Props) {
  return (
    <article
      className={
        item.inverse ? "group relative flex h-full flex-col bg-ink text-paper" : "group relative flex flex-col"
      }
    >
      {item.image && (
        <div className="frame aspect-[8/5]">
          <Picture image={item.image} sizes={sizes} ratio={8 / 5} alt="" />
        </div>
      )}
      <div className={item.inverse ? "p-4" : "pt-3"}>
        <Heading className="display text-2xl">
          <NewsLink item={item} className={COVER}>
            {item.title}
          </NewsLink>
        </Heading>
        {item.text && <RichText html={item.text} className="mt-2" />}
        <NewsVideo item={item} />
      </div>
    </article>
  );
}
