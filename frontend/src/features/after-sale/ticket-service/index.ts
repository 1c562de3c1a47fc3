export { TICKETSERVICE } from "@/generated/features/after-sale/ticket-service/ticketservice";
export { FORMS, isKind, LARGEST_PROOF, type Kind } from "./model";
export { ServicePage } from "./service-page";
