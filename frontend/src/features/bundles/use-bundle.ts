import { useEffect, useMemo, useRef, useState } from "react";
import {
  combine,
  firstChoice,
  lackOf,
  requestOf,
  setAmount,
  setSeat,
  setText,
  take,
  ticketsOf,
  withLeft,
  withinLimits,
  withoutSeats,
  withoutSoldOut,
  type Bundle,
  type Choice,
  type ChosenSeat,
  type Item,
  type Lack,
} from "@/features/bundles/choice/choice";
import { restored } from "@/features/bundles/choice/restored";
import { useAddToCart } from "@/features/cart";
import { inOneKind } from "@/features/tickets";
import { errorCode, errorText, leftOf, type ErrorText } from "@/lib/texts/error-texts";
import { useVisitState } from "@/ui/hooks/use-visit-state";

/** Of a bundle's parts, whatever is missing of them, the page says the same (purchase §8). */
const OF_PARTS = new Set(["SOLD_OUT", "ITEM_NOT_AVAILABLE", "ITEM_NOT_FOUND"]);

/** The parts of which several were wanted. */
const several = ({ parts }: Choice): readonly string[] =>
  Object.keys(parts).filter((id) => (parts[id]?.amount ?? 0) > 1);

function refusalOf(error: unknown, choice: Choice): ErrorText {
  if (!OF_PARTS.has(errorCode(error) ?? "") || (leftOf(error) && several(choice).length > 0)) return errorText(error);
  return { key: "LANG_BUNDLE_ERROR_NOTAVAILABLE", values: {} };
}

export interface ChoiceActions {
  chooseCombination: (id: string | null) => void;
  chooseOption: (item: Item, option: string | null) => void;
  chooseSeat: (item: Item, option: string, seat: ChosenSeat) => void;
  setText: (item: Item, text: string) => void;
  setAmount: (item: Item, amount: number) => void;
  fail: (why: ErrorText) => void;
}

/** The choice as it is made; who reloads the page or comes back to it finds it again. */
function useChoice(bundle: Bundle): [Choice, (next: Choice) => void] {
  const [made, setMade] = useState<Choice | null>(null);
  const [kept, keep] = useVisitState<Choice | null>("bundle", null);
  const choose = (next: Choice) => {
    setMade(next);
    keep(next);
  };
  return [made ?? (kept ? restored(bundle, kept) : firstChoice(bundle)), choose];
}

/** A bundle's choice, what is missing of it, and its way into the cart. */
export function useBundle(offered: Bundle) {
  const [known, setKnown] = useState<Readonly<Record<string, number>>>({});
  const bundle = useMemo(() => withLeft(offered, known), [offered, known]);
  const [wanted, setWanted] = useChoice(bundle);
  const [lack, setLack] = useState<Lack | null>(null);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const choice = withoutSoldOut(bundle, withinLimits(bundle, wanted));
  const { state, refusal, add, reset } = useAddToCart((error) => {
    if (errorCode(error) === "SEATS_NOT_AVAILABLE") {
      setWanted(withoutSeats(choice));
      setLack(lackOf(bundle, withoutSeats(choice)));
    }
    const [only, another] = several(choice);
    const left = leftOf(error);
    if (left && only && !another) setKnown({ ...known, [only]: left });
    return refusalOf(error, choice);
  });

  // What lacks is marked by then.
  useEffect(() => {
    if (lack)
      form.current?.querySelector<HTMLElement>("[data-lacking] :is(input:not(:disabled), select, button)")?.focus();
  }, [lack]);

  const change = (next: Choice) => {
    setWanted(next);
    setLack(null);
    setFailure(null);
    reset();
  };
  const actions: ChoiceActions = {
    chooseCombination: (id) => change(combine(bundle, choice, id)),
    chooseOption: (item, option) => {
      setKnown({});
      change(take(bundle, choice, item, option));
    },
    chooseSeat: (item, option, seat) => change(setSeat(bundle, choice, item, option, seat)),
    setText: (item, text) => change(setText(bundle, choice, item, text)),
    setAmount: (item, amount) => change(setAmount(bundle, choice, item, amount)),
    fail: setFailure,
  };

  const submit = async () => {
    const missing = lackOf(bundle, choice);
    setLack(missing);
    const request = missing ? null : requestOf(bundle, choice);
    if (!request) return;
    try {
      const parts = await inOneKind(ticketsOf(bundle, choice), request.parts);
      if (parts && (await add([{ ...request, parts }]))) setWanted(firstChoice(bundle));
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  return { bundle, choice, lack, trouble: failure ?? refusal, state, form, actions, submit };
}
