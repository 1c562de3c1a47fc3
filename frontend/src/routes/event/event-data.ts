import type { EventQuery } from "@/generated/routes/event/event";

/** The event of the page's own query. */
export type EventData = NonNullable<EventQuery["event"]>;
