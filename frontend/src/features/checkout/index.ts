export { useCountries } from "./api/use-countries";
export { useChoices, type Carrier, type PaymentMethod } from "./api/use-choices";
export { useCancelled } from "./api/use-cancelled";
export { useCartPatches } from "./api/use-cart-patches";
export { useGoOn } from "./api/use-go-on";
export { askAgain, payOrder } from "./api/order-actions";
export { usePlaceOrder } from "./api/use-place-order";
export { suggestMail } from "./api/suggest-mail";
export { arrivalText } from "./model/arrival";
export { ADDRESS_FIELDS, DEFAULT_COUNTRY, POSTAL_FIELDS, type Address, type AddressField } from "./model/address";
export { doubtsOf, type Doubt } from "./model/doubts";
export { readDraft, startingDetails, withCountry, writeDraft } from "./model/draft";
export { groupIban } from "./model/figures";
export {
  after,
  before,
  dropsChoices,
  INTERNAL_PAYMENT,
  landing,
  NO_SHIPPING,
  skipsPayment,
  wayTo,
  type Step,
} from "./model/flow";
export { PLACING } from "./model/placing-refusals";
export { ORDER_ERRORS } from "./model/order-errors";
export { payable, wayAfter } from "./model/payment";
export { readPreferences } from "./model/preferences";
export {
  askedDetails,
  detailsProblems,
  fieldCode,
  fieldsOf,
  MAX_LENGTHS,
  type Details,
  type DetailsPath,
  type DetailsProblems,
  type FieldCode,
} from "./model/validation";
export { AddressLines } from "./view/address-lines";
export { ChoiceList, choiceId } from "./view/choice-list";
export { Invoices } from "./view/invoices";
export { cartLineFacts, commonDelivery, orderLineFacts } from "./view/line-facts";
export { NoticeBox } from "@/ui/notice-box";
export { OrderNames } from "./view/order-names";
export { OrderPage } from "./view/order-page";
export { Parcels } from "./view/parcels";
export { ProgressList } from "./view/progress-list";
export { SteadyLabel } from "./view/steady-label";
export { StepActions } from "./view/step-actions";
export { StepFrame, type StepState } from "./view/step-frame";
export { CartTotals } from "./view/summary";
export { Tickets } from "./view/tickets";
export { TitledSection } from "./view/titled-section";
export { Totals } from "./view/totals";
export { Waiting } from "./view/waiting";
