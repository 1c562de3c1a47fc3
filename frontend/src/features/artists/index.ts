export { ArtistTile } from "./tile";
export { featuredArtists } from "./order";
