export { TicketSale } from "./ticket-sale";
export { NoSale } from "./no-sale";
export { TicketNotes } from "./ticket-notes";
export { Kulturpass } from "./kulturpass";
export { useTicketsInCart } from "./in-cart";
export { choicesOf, inOneKind, type Choice, type TicketKind } from "./kinds";
export { TicketGroup } from "./ticket-group";
export { TicketRow } from "./ticket-row";
export { groupTickets, offered, type TicketChoice, type TicketGroup as TicketsOfCategory } from "./choice";
