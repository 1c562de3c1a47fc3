import type { NewsItem } from "@/generated/features/news/item";
import { NewsCard } from "./news-card";

interface Props {
  items: readonly NewsItem[];
  heading?: "h2" | "h3";
}

/** Entries two beside each other, whatever their category. */
export const NewsList = ({ items, heading = "h3" }: Props) => (
  <ul className="grid gap-x-card gap-y-10 sm:grid-cols-2">
    {items.map((item) => (
      <li key={item.id}>
        <NewsCard item={item} heading={heading} sizes={{ sm: "47vw", base: "94vw" }} />
      </li>
    ))}
  </ul>
);
