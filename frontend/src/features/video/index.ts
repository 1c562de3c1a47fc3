export { ShopVideo } from "./shop-video";
export { VideoLink } from "./video-link";
