import { useState } from "react";
import type { Proposed } from "@/features/seat-map/choice/selection";
import { BEST_SEATS, type BestSeatsQueryVariables } from "@/generated/features/seat-map/choice/best";
import { useClient } from "@/lib/wire/client";

type Question = Omit<BestSeatsQueryVariables, "eventId">;

/** Asks which seats are the best that are free; nothing is claimed. An empty answer: there are not so many. */
export function useBestSeats(eventId: string) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const ask = async (question: Question): Promise<readonly Proposed[]> => {
    setBusy(true);
    try {
      const apollo = await client.load();
      const { data } = await apollo.query({
        query: BEST_SEATS,
        variables: { eventId, ...question },
        fetchPolicy: "no-cache",
      });
      return data?.bestSeats ?? [];
    } finally {
      setBusy(false);
    }
  };
  return { busy, ask };
}
