import { AFTERSALE, type AftersaleQuery } from "@/generated/features/checkout/api/aftersale";
import { useLoaded } from "@/lib/use-loaded";
import { useClient } from "@/lib/wire/client";

/** A ticket with its code. */
export type Code = NonNullable<AftersaleQuery["ticketCodes"]>[number];

/** One part of what an order's page shows beside the order. Asks for nothing without an order, and anew with each `version`. */
export function useAftersale(order: string | null, part: "tickets" | "withdrawals", version = "") {
  const client = useClient();
  return useLoaded<Partial<AftersaleQuery>>(`${order ?? ""} ${version}`, async () => {
    if (order === null) return {};
    const apollo = await client.load();
    const answer = await apollo.query({
      query: AFTERSALE,
      variables: { orderId: order, tickets: part === "tickets", withdrawals: part === "withdrawals" },
      fetchPolicy: "no-cache",
    });
    return answer.data ?? {};
  });
}
