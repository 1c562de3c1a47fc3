import {
  canTake,
  combine,
  firstChoice,
  isSeated,
  optionsOf,
  required,
  setAmount,
  setSeat,
  setText,
  take,
  takenOf,
  type Bundle,
  type Choice,
  type Item,
} from "@/features/bundles/choice/choice";

/** A choice that was made earlier, as far as the bundle, which staff may have changed since, still has what it is of. */
export function restored(bundle: Bundle, earlier: Choice): Choice {
  const combination = bundle.combinations.find(({ id, available }) => id === earlier.combination && available);
  const first = combination ? combine(bundle, firstChoice(bundle), combination.id) : firstChoice(bundle);
  const needed = required(bundle, first);
  const added = [...bundle.additionalProducts, ...bundle.additionalProductGroup].filter(
    (item) => !needed.includes(item),
  );
  const whole = needed.reduce(
    (now, item) => (takenOf(bundle, earlier, item) ? again(bundle, now, item, earlier) : undone(bundle, now, item)),
    first,
  );
  return added.reduce(
    (now, item) => (takenOf(bundle, earlier, item) && canTake(bundle, item) ? again(bundle, now, item, earlier) : now),
    whole,
  );
}

function again(bundle: Bundle, now: Choice, item: Item, earlier: Choice): Choice {
  const { option = "", amount = 1, seat, text } = takenOf(bundle, earlier, item) ?? {};
  const there = item.options.some(({ id, available }) => id === option && available);
  if (!there && takenOf(bundle, now, item)) return now;
  const taken =
    there && seat && isSeated(item)
      ? setSeat(bundle, now, item, option, seat)
      : take(bundle, now, item, there ? option : "");
  const printed = text && item.product?.meta.personalised ? setText(bundle, taken, item, text) : taken;
  return setAmount(bundle, printed, item, amount);
}

/** What was chosen without asking and taken back. */
const undone = (bundle: Bundle, now: Choice, item: Item): Choice =>
  optionsOf(item).length > 1 && takenOf(bundle, now, item) ? take(bundle, now, item, null) : now;
