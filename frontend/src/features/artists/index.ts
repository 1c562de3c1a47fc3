export { ArtistTile } from "./tile";
export { featuredAt } from "./order";
