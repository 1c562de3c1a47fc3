export { BundleBox } from "./bundle-box";
export { BundleOffers } from "./offers";
export { forAdults } from "./choice/choice";
