export { MOST_HOT, newsOf } from "./pick";
export { NewsCard } from "./news-card";
export { NewsSlider } from "./slider";
