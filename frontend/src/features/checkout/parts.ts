// What the pages are made of on which something is ordered; no step before them loads it.
export { useOrdered } from "./api/use-ordered";
export { Consents, useConsents } from "./view/placing/consents";
export { Review } from "./view/placing/review";
