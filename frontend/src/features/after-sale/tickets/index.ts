export { AfterSalePage, PageHeading } from "./after-sale-page";
export { Completed, HomeLink } from "./completed";
export { isTicketNumber, sentNumber, withoutSpaces } from "./ticket-number";
export { TicketForm } from "./ticket-form";
export { TicketGroups } from "./ticket-groups";
