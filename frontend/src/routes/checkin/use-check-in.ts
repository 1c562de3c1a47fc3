import { useEffect, useEffectEvent, useState } from "react";
import { CHECKIN } from "@/generated/routes/checkin/checkin";
import { reportTrouble } from "@/lib/error-reports";
import { useClient } from "@/lib/wire/client";
import { codeOf, isNumber, type CheckIn } from "./model";
import { refusalOf, type Refusal } from "./refusal";

interface Asked {
  isLoading: boolean;
  checkIn: CheckIn | null;
  refusal: Refusal | null;
  /** how often it was answered */
  round: number;
}

/** Asks for a check-in: for that of the address at once, and for those of numbers that are typed. */
export function useCheckIn(id: string, onEnd: () => void) {
  const client = useClient();
  const [asked, setAsked] = useState<Asked>({ isLoading: id !== "", checkIn: null, refusal: null, round: 0 });

  const answered = (checkIn: CheckIn | null, refusal: Refusal | null) => {
    setAsked(({ round }) => ({ isLoading: false, checkIn, refusal, round: round + 1 }));
    if (refusal?.ends) onEnd();
  };
  const load = async (what: string): Promise<[CheckIn | null, Refusal | null]> => {
    try {
      const apollo = await client.load();
      const { data } = await apollo.query({ query: CHECKIN, variables: { id: isNumber(what) ? codeOf(what) : what }, fetchPolicy: "no-cache" });
      return [data?.checkIn ?? null, null];
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.unknown) reportTrouble(error, "checkin");
      return [null, refusal];
    }
  };
  const ask = (what: string) => {
    setAsked((before) => ({ ...before, isLoading: true, refusal: null }));
    void load(what).then((found) => answered(...found));
  };

  const loadAtFirst = useEffectEvent(() => load(id));
  const answerAtFirst = useEffectEvent(answered);
  useEffect(() => {
    if (id) void loadAtFirst().then((found) => answerAtFirst(...found));
  }, [id]);

  return { ...asked, ask, end: (refusal: Refusal) => answered(null, refusal), reset: () => answered(null, null) };
}
