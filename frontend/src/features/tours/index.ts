export { TourTile } from "./tile";
