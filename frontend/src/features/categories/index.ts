export { CategoryTile } from "./tile";
