export { ProductCard } from "./card";
export { EndlessGrid } from "./endless-grid";
export { CardSkeleton, ProductGrid, useCardSizes } from "./grid";
export { NoPicture } from "./no-picture";
export { Gallery } from "@/features/products/gallery/gallery";
export { BuyBox } from "./buy-box";
export { ProductPanels } from "./panels";
export { AgeGate } from "./age-gate";
