export { CheckInPage } from "./check-in-page";
export type { CheckIn } from "./model";
