import type { NewsItem } from "@/generated/features/news/item";
import { Picture } from "@/ui/picture";
import { RichText } from "@/ui/rich-text";
import { NewsLink } from "./news-link";

export function NewsCard({ item, sizes }: { item: NewsItem; sizes: string }) {
  return (
    <article className="group relative flex flex-col">
      {item.image && (
        <div className="frame aspect-[8/5]">
          <Picture image={item.image} sizes={sizes} alt="" />
        </div>
      )}
      <h3 className="display mt-3 text-2xl">
        <NewsLink item={item} className="no-underline before:absolute before:inset-0 group-hover:text-accent">
          {item.title}
        </NewsLink>
      </h3>
      {item.text && <RichText html={item.text} className="mt-2" />}
    </article>
  );
}
