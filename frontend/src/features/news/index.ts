export { MOST_HOT, newsOf } from "./pick";
export { NewsCard } from "./news-card";
export { NewsList } from "./news-list";
export { NewsSlider } from "./slider";
