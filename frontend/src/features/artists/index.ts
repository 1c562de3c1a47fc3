export { ArtistTile } from "./tile";
export { placeArtists } from "./order";
