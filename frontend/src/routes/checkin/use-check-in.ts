import { useEffect, useEffectEvent, useState } from "react";
import { CHECKIN } from "@/generated/routes/checkin/checkin";
import { reportTrouble } from "@/lib/error-reports";
import { useClient } from "@/lib/wire/client";
import { codeOf, isNumber, type CheckIn } from "./model";
import { refusalOf, type Refusal } from "./refusal";

interface Found {
  checkIn: CheckIn | null;
  refusal: Refusal | null;
}

interface Asked extends Found {
  isLoading: boolean;
  /** how often it was answered */
  round: number;
}

/** Asks for a check-in: for that of the address at once, and for those of numbers that are typed. */
export function useCheckIn(id: string, onEnd: () => void) {
  const client = useClient();
  const [asked, setAsked] = useState<Asked>({ isLoading: id !== "", checkIn: null, refusal: null, round: 0 });

  const look = async (what: string): Promise<Found> => {
    try {
      const apollo = await client.load();
      const { data } = await apollo.query({
        query: CHECKIN,
        variables: { id: isNumber(what) ? codeOf(what) : what },
        fetchPolicy: "no-cache",
      });
      return { checkIn: data?.checkIn ?? null, refusal: null };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.unknown) reportTrouble(error, "checkin");
      return { checkIn: null, refusal };
    }
  };
  const answered = (found: Found) => {
    setAsked(({ round }) => ({ ...found, isLoading: false, round: round + 1 }));
    if (found.refusal?.ends) onEnd();
  };
  const ask = (what: string) => {
    setAsked((before) => ({ ...before, isLoading: true, refusal: null }));
    void look(what).then(answered);
  };

  const lookAtFirst = useEffectEvent(() => look(id));
  const answeredAtFirst = useEffectEvent(answered);
  useEffect(() => {
    if (id) lookAtFirst().then(answeredAtFirst, () => undefined);
  }, [id]);

  return {
    ...asked,
    ask,
    end: (refusal: Refusal) => answered({ checkIn: null, refusal }),
    reset: () => answered({ checkIn: null, refusal: null }),
  };
}
