export { SeatedSale, prepareSeatedSale } from "./seated-sale";
