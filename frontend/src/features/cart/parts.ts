// What shows a cart's contents, for the checkout's pages. Not in the index, which every page loads.
export { enterPaymentCode } from "./api/payment-code";
export { seatText } from "./model/seat-text";
export { CookiesNotice } from "./view/cookies-notice";
export { DiscountNote, DiscountPart } from "./view/discount-part";
export { PaymentCodeLine, PaymentCodeNote } from "./view/payment-code-line";
export { ReservationTimer } from "./view/reservation-timer";
export { WithdrawalNote } from "./view/withdrawal-note";
