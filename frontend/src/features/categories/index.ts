export { CategoryNames } from "./names";
export { CategoryTile } from "./tile";
