// What shows a cart's contents, for the checkout's pages. Not in the index, which every page loads.
export { askHolder } from "./ask-holder";
export { enterPaymentCode } from "./api/payment-code";
export { askedParts, holderText, isNamed, type Asking, type HolderLine } from "./model/asked-holder";
export { forgetHolders } from "./model/holder-memory";
export { keepCart } from "./model/keep-cart";
export { seatText } from "./model/seat-text";
export { CartLineRow } from "./view/cart-line-row";
export { CartNotices } from "./view/cart-notices";
export { DiscountNote, DiscountPart } from "./view/discount-part";
export { HolderPart } from "./view/holder-part";
export type { FieldProblem, HolderHandle } from "./view/holders/holder-section";
export { lineFacts, type LineFacts } from "./view/line-facts";
export { LineList } from "./view/line-list";
export { LineView } from "./view/line-view";
export { PaymentCodeLine, PaymentCodeNote } from "./view/payment-code-line";
export { ReservationTimer } from "./view/reservation-timer";
export { useRemovedLines, type RemovedLines } from "./view/use-removed-lines";
export { WithdrawalNote } from "./view/withdrawal-note";
