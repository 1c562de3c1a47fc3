// What only some of the checkout's pages show. Not in the index, which each of them loads.
export { useOrdered } from "./api/use-ordered";
export { Express } from "./express/express";
export { forgetOwnOrder, recallOwnOrder, rememberOwnOrder } from "./model/own-order";
export { OrderEnds } from "./view/order-ends";
export { isDisputed, isOnItsWay, isPartOnItsWay, isUnderWay, OnItsWay, PartOnItsWay } from "./view/order-on-its-way";
export { AddMore } from "./view/order-more";
export { CONSENT_IDS, consentProblems, Consents } from "./view/placing/consents";
export { Review } from "./view/placing/review";
