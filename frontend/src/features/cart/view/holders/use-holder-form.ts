import { useEffect, useId, useState } from "react";
import { askedParts, holderOf, type HolderLine } from "@/features/cart/model/asked-holder";
import { readHolders, writeHolders, type HolderDraft } from "@/features/cart/model/holder-memory";
import { joined, partProblems, type PartProblem } from "@/lib/holder-problems";
import type { Holder, Part } from "@/lib/ticket-holder";
import { useShopPage } from "@/lib/shop-data";

export interface Ticket {
  line: HolderLine;
  asked: readonly Part[];
  holder: Holder;
  /** shown once the form was sent */
  problems: Partial<Record<Part, PartProblem>>;
}

/** In the form's order; the agreement comes last. */
export interface HolderProblem {
  field: string;
  /** of which ticket, from 1; the agreement has none */
  number?: number;
  part?: Part;
  code: PartProblem;
}

export interface HolderForm {
  tickets: readonly Ticket[];
  agreed: boolean;
  /** the ids of the inputs; the same tickets may be asked for on the page and in a dialog above it */
  fieldOf: (line: HolderLine, part: Part) => string;
  agreement: string;
  /** not agreed, once the form was sent */
  disagreed: boolean;
  problems: readonly HolderProblem[];
  change: (line: HolderLine, holder: Partial<Holder>) => void;
  agree: (agreed: boolean) => void;
  /** Shows from now on what is wrong; what that is. */
  check: () => readonly HolderProblem[];
  /** what is sent, by line */
  texts: () => Record<string, string>;
  /** Keeps what was entered for the other form of the same tickets. */
  remember: () => void;
}

/** The holders of these tickets while they are entered. `keep`: every letter outlives the page, until an order. */
export function useHolderForm(lines: readonly HolderLine[], { keep }: { keep: boolean }): HolderForm {
  const { shopSlug } = useShopPage();
  const [draft, setDraft] = useState<HolderDraft>(() => readHolders(shopSlug));
  const [sent, setSent] = useState(false);
  const form = useId();
  const agreement = `${form}-agreement`;
  const fieldOf = (line: HolderLine, part: Part) => `${form}-${line.id}-${part}`;

  useEffect(() => {
    if (keep) writeHolders(shopSlug, draft);
  }, [draft, keep, shopSlug]);

  const agreed = lines.every((line) => draft.agreed.includes(line.id));
  const tickets = lines.map((line): Ticket & { wrong: Ticket["problems"] } => {
    const asked = askedParts(line);
    const holder = draft.typed[line.id] ?? holderOf(line.personalIdentifier);
    const wrong = partProblems(holder, asked);
    return { line, asked, holder, wrong, problems: sent ? wrong : {} };
  });
  const all: HolderProblem[] = tickets.flatMap(({ line, asked, wrong }, index) =>
    asked.flatMap((part) =>
      wrong[part] ? [{ field: fieldOf(line, part), number: index + 1, part, code: wrong[part] }] : [],
    ),
  );
  if (!agreed && lines.length > 0) all.push({ field: agreement, code: "required" });

  return {
    tickets,
    agreed,
    fieldOf,
    agreement,
    disagreed: sent && !agreed,
    problems: sent ? all : [],
    change: (line, holder) =>
      setDraft(({ typed, agreed }) => ({
        typed: { ...typed, [line.id]: { ...holderOf(line.personalIdentifier), ...typed[line.id], ...holder } },
        agreed,
      })),
    agree: (yes) =>
      setDraft(({ typed, agreed }) => {
        const others = agreed.filter((id) => !lines.some((line) => line.id === id));
        return { typed, agreed: yes ? [...others, ...lines.map((line) => line.id)] : others };
      }),
    check: () => {
      setSent(true);
      return all;
    },
    texts: () => Object.fromEntries(tickets.map(({ line, asked, holder }) => [line.id, joined(holder, asked)])),
    remember: () => writeHolders(shopSlug, draft),
  };
}
