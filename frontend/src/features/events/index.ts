export { EventStub } from "./event-stub";
export { DateLine } from "./date-line";
export { NextDate } from "./next-date";
export { nextShow } from "./next-show";
export { EventLink } from "./event-link";
export { EventFilterBar } from "./event-filter";
export { byStart, filterEvents } from "./filter";
export { useEventFilter } from "./use-event-filter";
export { isOpen, statusText } from "./status";
