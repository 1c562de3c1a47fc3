import { useEffect, useEffectEvent, useImperativeHandle, type Ref } from "react";
import type { Cart, CartLine } from "@/features/cart/model/cart";
import { buyerOf } from "@/features/cart/model/holders";
import { HolderFields } from "@/features/cart/view/holders/holder-fields";
import { problemText } from "@/features/cart/view/holders/holder-texts";
import { useHolderForm } from "@/features/cart/view/holders/use-holder-form";
import { usePersonalise } from "@/features/cart/view/holders/use-personalise";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";

/** What is wrong, in words, and where. */
export interface FieldProblem {
  field: string;
  text: string;
}

/** The part of a larger form that says whose the tickets are. */
export interface HolderHandle {
  /** Shows from now on what is wrong; whether anything is. */
  check: () => boolean;
  /** Rejects with a personalisation error. */
  save: () => Promise<Cart>;
}

export interface HolderSectionProps {
  ref: Ref<HolderHandle>;
  lines: readonly CartLine[];
  /** who buys, as far as it is entered */
  billing: Parameters<typeof buyerOf>[0];
  /** whenever another thing is wrong, once it was checked */
  onProblems: (problems: readonly FieldProblem[]) => void;
}

/** The dialog's fields on a page, for all tickets at once; every letter is kept. */
export default function HolderSection({ ref, lines, billing, onProblems }: HolderSectionProps) {
  const { t } = useOverlayTexts();
  const personalise = usePersonalise();
  const form = useHolderForm(lines, { keep: true });
  useImperativeHandle(ref, () => ({
    check: () => form.check().length === 0,
    save: () => personalise(form.texts()),
  }));
  const problems = form.problems.map((problem) => ({
    field: problem.field,
    text: problemText(problem, lines.length > 1, t),
  }));
  const tell = useEffectEvent(() => onProblems(problems));
  const told = JSON.stringify(problems);
  useEffect(() => tell(), [told]);
  return <HolderFields form={form} buyer={buyerOf(billing)} />;
}
