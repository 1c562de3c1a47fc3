import { isDisputed, isOnItsWay, isPartOnItsWay, isUnderWay } from "@/features/checkout/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { sum, toCents } from "@/lib/money";

type Tone = "waiting" | "good" | "trouble" | "over";

/** What a status line says: its text, and the day or the amount in it. */
export interface Standing {
  key: LangKey;
  tone: Tone;
  date?: string;
  time?: string;
  amount?: string;
}

type Facts = Pick<
  OrderData,
  | "status"
  | "balance"
  | "toPay"
  | "endsOn"
  | "bankDetails"
  | "keptUntil"
  | "parcels"
  | "returned"
  | "returning"
  | "totalIncludingShipping"
  | "paymentUnderWay"
  | "onItsWay"
  | "disputed"
  | "confirmBy"
>;

/** How an order stands, in one line (purchase §4). `today` as an ISO date; `returned`: the buyer comes from a payment service's page. */
export function standingOf(order: Facts, today: string, returned: boolean): Standing {
  switch (order.status) {
    case "cancelled":
      return endedStanding(order);
    case "payment_pending":
      if (waitsForMail(order)) return { key: "LANG_ORDER_CONFIRM", tone: "waiting", time: order.confirmBy };
      if (isOnItsWay(order)) return { key: "LANG_ORDER_ONITSWAY", tone: "waiting", amount: order.onItsWay };
      if (isUnderWay(order, returned)) return { key: "LANG_ORDER_UNDERWAY", tone: "waiting" };
      if (isPartOnItsWay(order)) return { key: "LANG_ORDER_PART", tone: "waiting", amount: order.toPay };
      if (order.keptUntil) return { key: "LANG_ORDER_UNPAID_KEPT", tone: "waiting", time: order.keptUntil };
      // Once the day is over, it may end at any moment. A transfer has a day of its own, told beside the account.
      return order.endsOn === null || order.endsOn < today || order.bankDetails
        ? { key: "LANG_ORDER_UNPAID", tone: "waiting" }
        : { key: "LANG_ORDER_UNPAID_UNTIL", tone: "waiting", date: order.endsOn };
    case "incomplete":
    case "problem":
      if (isOnItsWay(order)) return { key: "LANG_ORDER_ONITSWAY", tone: "waiting", amount: order.onItsWay };
      if (isDisputed(order)) return { key: "LANG_ORDER_DISPUTED", tone: "waiting", amount: order.disputed };
      return { key: "LANG_ORDER_PART", tone: "waiting", amount: order.toPay };
    case "done":
    case "processing":
    case "pending_fulfillment":
    case "fulfillment":
      return paidStanding(order, today);
    default:
      // A status that the server has and this page does not know yet.
      return { key: "LANG_ORDER_UNKNOWN", tone: "waiting" };
  }
}

/** Its free tickets are issued once the link in the mail is followed; nothing else of it waits. */
export const waitsForMail = (
  order: Pick<OrderData, "status" | "balance" | "confirmBy">,
): order is typeof order & { confirmBy: string } =>
  order.status === "payment_pending" && order.confirmBy !== null && toCents(order.balance) === 0;

/** Ended unpaid, or paid and nothing of it is left. */
function endedStanding({ returned, returning }: Facts): Standing {
  const amount = sum([returned, returning]);
  return toCents(amount) > 0
    ? { key: "LANG_ORDER_REFUNDED", tone: "over", amount }
    : { key: "LANG_ORDER_CANCELLED", tone: "over" };
}

function paidStanding(order: Facts, today: string): Standing {
  const { parcels, totalIncludingShipping, returned } = order;
  if (parcels.length === 0) {
    if (toCents(totalIncludingShipping) > 0) return { key: "LANG_ORDER_PAID", tone: "good" };
    return toCents(returned) > 0 ? endedStanding(order) : { key: "LANG_ORDER_FREE", tone: "good" };
  }
  const states = new Set(parcels.map(({ state }) => state));
  if (states.has("lost")) return { key: "LANG_ORDER_LOST", tone: "trouble" };
  const waiting = parcels.filter(({ state }) => state === "open" || state === "packed");
  if (waiting.length === 0) {
    if (states.has("shipped")) return { key: "LANG_ORDER_SHIPPED", tone: "good" };
    return {
      key: states.has("delivered") ? "LANG_ORDER_DELIVERED" : "LANG_ORDER_RETURNED",
      tone: states.has("delivered") ? "good" : "trouble",
    };
  }
  if (states.has("shipped") || states.has("delivered")) return { key: "LANG_ORDER_PARTLY", tone: "good" };
  const days = waiting.map(({ shippableFrom }) => shippableFrom ?? today).sort();
  if (days[0] !== undefined && days[0] > today) return { key: "LANG_ORDER_LATER", tone: "good", date: days[0] };
  return {
    key: waiting.every(({ state }) => state === "packed") ? "LANG_ORDER_PACKED" : "LANG_ORDER_PACKING",
    tone: "good",
  };
}

const HOUR_MS = 3_600_000;

/** Whether the buyer is thanked: just now it was placed or paid. Later the page only tells how the order stands. */
export function isFresh(
  { status, createdAt }: Pick<OrderData, "status" | "createdAt">,
  now: number,
  returned: boolean,
): boolean {
  return status !== "cancelled" && (returned || now - Date.parse(createdAt) < HOUR_MS);
}
