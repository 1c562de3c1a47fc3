import { useSearchParams } from "react-router";
import { CheckInPage } from "@/features/after-sale/check-in";

/** Online check-in by a ticket's number or an event (purchase §2, §4 "Check-in"). */
export default function CheckInRoute() {
  return <CheckInPage id={useSearchParams()[0].get("id")?.trim() ?? ""} />;
}
