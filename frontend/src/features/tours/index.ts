export { TourGrid } from "./grid";
export { TourTile } from "./tile";
