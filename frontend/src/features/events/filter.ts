import type { EventRow } from "@/generated/features/events/row";
import { dayOf } from "@/lib/time/dates";

/** A filter text counts from here on (catalogue §5). */
const SHORTEST_FILTER = 3;

const folded = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").trim();

export interface EventFilter {
  text: string;
  hideSoldOut: boolean;
  /** days, "2027-03-07"; "" or nothing: no bound */
  from?: string;
  to?: string;
}

/** Events by start, then doors, narrowed by city, band, venue or name. */
export function filterEvents<E extends EventRow>(
  events: readonly E[],
  { text, hideSoldOut, from = "", to = "" }: EventFilter,
): E[] {
  const needle = folded(text);
  const matches = (event: E): boolean =>
    needle.length < SHORTEST_FILTER ||
    [event.venue.address.city, event.artist, event.venue.name, event.name].some((part) =>
      folded(part).includes(needle),
    );
  const within = (event: E): boolean => {
    if (!from && !to) return true;
    const day = dayOf(new Date(event.happeningFrom), event.venue.timeZone);
    return day >= from && (!to || day <= to);
  };
  return events.filter(
    (event) => matches(event) && within(event) && !(hideSoldOut && event.ticketState === "SOLD_OUT"),
  );
}

/** By start, then by doors. */
export function byStart<E extends Pick<EventRow, "happeningFrom" | "doorTime">>(events: readonly E[]): E[] {
  const time = (iso: string | null) => (iso ? Date.parse(iso) : 0);
  return [...events].sort(
    (a, b) => time(a.happeningFrom) - time(b.happeningFrom) || time(a.doorTime) - time(b.doorTime),
  );
}
