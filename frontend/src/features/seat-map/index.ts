export { SeatedSale, prepareSeatedSale } from "./seated-sale";
export { pickSeat } from "./pick-seat";
