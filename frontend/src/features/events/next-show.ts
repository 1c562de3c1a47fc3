import type { EventRow } from "@/generated/features/events/row";
import { isComing, isFree, isOpen } from "./status";

type Show = Pick<EventRow, "ticketState" | "priceHigh">;

/** Of events by start, the one a home page opens with: the first that sells tickets, else the first that takes place. */
export const nextShow = <E extends Show>(events: readonly E[]): E | undefined =>
  events.find((event) => isOpen(event) && !isFree(event)) ?? events.find(isComing);
