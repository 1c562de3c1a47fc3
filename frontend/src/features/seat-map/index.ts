export { SeatedSale, prepareSeatedSale } from "./seated-sale";
export { showsSeatMap } from "./shows-map";
export { pickSeat } from "./pick-seat";
