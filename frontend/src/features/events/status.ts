import type { EventRow } from "@/generated/features/events/row";
import { dayAndMonth } from "@/lib/time/dates";
import type { Translate } from "@/lib/texts/i18n";
import { toCents } from "@/lib/money";
import type { Locale } from "@/lib/languages";

type StateOf = Pick<EventRow, "ticketState" | "status" | "presaleAt" | "lowStock" | "meta" | "venue">;

/** The word at an event's edge (catalogue §4 "event ticket tag"). */
export function statusText(event: StateOf, t: Translate, locale: Locale): string {
  switch (event.ticketState) {
    case "SOLD_OUT":
      return t("LANG_TICKET_TAG_SOLDOUT");
    case "OVER":
      return t("LANG_TICKET_TAG_OVER");
    case "EXTERNAL":
      return event.meta.customTag || t("LANG_TICKET_TAG_EXTERNAL");
    case "BEFORE_PRESALE":
      if (!event.presaleAt) return t("LANG_TICKET_BEFORE_TITLE");
      return t("LANG_TICKET_TAG_PRESALE", { date: dayAndMonth(event.presaleAt, locale, event.venue.timeZone) });
    case "CANCELLED":
      return t("LANG_TICKET_TAG_CANCELLED");
    case "POSTPONED":
      return t("LANG_TICKET_TAG_POSTPONED");
    case "STOPPED":
      return t("LANG_TICKET_TAG_STOPPED");
    case "ON_SALE":
      if (event.status === "MOVED") return t("LANG_TICKET_TAG_MOVED");
      return event.meta.customTag || t(event.lowStock ? "LANG_TICKET_TAG_LOW" : "LANG_TICKET_TAG_TICKETS");
  }
}

/** Whether nobody pays anything: such an event says so in words, not as a price. */
export const isFree = ({ priceHigh }: Pick<EventRow, "priceHigh">): boolean => !!priceHigh && toCents(priceHigh) === 0;

export const isOpen = (event: Pick<EventRow, "ticketState">): boolean =>
  event.ticketState === "ON_SALE" || event.ticketState === "EXTERNAL";

/** Whether it takes place on its date, as far as anybody knows: it is neither over nor cancelled nor postponed. */
export const isComing = ({ ticketState }: Pick<EventRow, "ticketState">): boolean =>
  ticketState !== "OVER" && ticketState !== "CANCELLED" && ticketState !== "POSTPONED";
