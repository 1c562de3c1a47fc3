export { ArtistTile } from "./tile";
