import type { NewsItem } from "@/generated/features/news/item";

/** Hot news on a home page (catalogue §9). */
export const MOST_HOT = 4;

export const newsOf = (items: readonly NewsItem[], category: NewsItem["category"], most = Infinity): NewsItem[] =>
  items.filter((item) => item.category === category).slice(0, most);
