import { useEffect, useEffectEvent, useState } from "react";
import { CHECKIN } from "@/generated/features/after-sale/check-in/checkin";
import { reportTrouble } from "@/lib/error-reports";
import { refusalOf, type Refusal } from "@/lib/sending/refusal";
import { useClient } from "@/lib/wire/client";
import { FIND } from "./action";
import { codeOf, isNumber, type CheckIn } from "./model";

interface Found {
  checkIn: CheckIn | null;
  refusal: Refusal | null;
}

interface Asked extends Found {
  isLoading: boolean;
  /** how often it was answered */
  answered: number;
}

/** Asks for a check-in: for that of the address at once, and for those of numbers that are typed. */
export function useCheckIn(id: string, onEnd: () => void) {
  const client = useClient();
  const [asked, setAsked] = useState<Asked>({ isLoading: id !== "", checkIn: null, refusal: null, answered: 0 });

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
      const refusal = refusalOf(FIND, error, null);
      if (refusal.isUnknown) reportTrouble(error, "checkin");
      return { checkIn: null, refusal };
    }
  };
  const answered = (found: Found) => {
    setAsked((before) => ({ ...found, isLoading: false, answered: before.answered + 1 }));
    if (found.refusal?.step) onEnd();
  };
  const ask = async (what: string): Promise<Refusal | null> => {
    setAsked((before) => ({ ...before, isLoading: true, refusal: null }));
    const found = await look(what);
    answered(found);
    return found.refusal;
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
