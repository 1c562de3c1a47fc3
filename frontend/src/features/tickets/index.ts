export { TicketSale } from "./ticket-sale";
export { NoSale } from "./no-sale";
