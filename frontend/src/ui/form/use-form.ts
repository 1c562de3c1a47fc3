import { useRef, useState, type ChangeEvent } from "react";
import { problemText, type Problem, type Refusal } from "@/lib/sending/refusal";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { valueAt, withValue, type NameOf } from "@/ui/form/names";

interface Options<T> {
  start: T | (() => T);
  /** all that is wrong, in the order of the page */
  check: (entered: T) => readonly Problem[];
  /** Marks what is wrong with parts that hold their own fields; false if anything is. */
  checkParts?: () => boolean;
  /** Whether the field is on the page. A mark of the server goes with its field. */
  isShown?: (field: string, entered: T) => boolean;
  /** Null once it is done. Is called with what has passed the check. */
  send: (entered: T) => Promise<Refusal | null>;
  /** an input's id by its field's name */
  idOf?: (name: string) => string;
  /** A field is marked when it is left, not only when the form is sent. */
  marksOnBlur?: boolean;
  /** Done means leaving the page: the form stays busy. */
  leavesPage?: boolean;
}

const dashed = (name: string): string => name.replaceAll(".", "-");

type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

/** What is entered, what is wrong with it and whether it is being sent. Fields take their props from `text` and `tick`. */
export function useForm<T>({
  start,
  check,
  checkParts,
  isShown,
  send,
  idOf = dashed,
  marksOnBlur = false,
  leavesPage = false,
}: Options<T>) {
  const { t } = useOverlayTexts();
  const [entered, setEntered] = useState(start);
  const [isMarked, setIsMarked] = useState(false);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);

  const found = check(entered);
  const marked = isMarked ? found : found.filter(({ field }) => visited.has(field));
  const refused = (refusal?.problems ?? []).filter(
    ({ field }) => !marked.some((problem) => problem.field === field) && (isShown?.(field, entered) ?? true),
  );
  const problems = [...marked, ...refused].map((problem) => ({
    name: problem.field,
    field: idOf(problem.field),
    text: problemText(problem, t),
  }));
  const errorOf = (name: string) => problems.find((problem) => problem.name === name)?.text;

  const change = (more: Partial<T>) => {
    setEntered((before) => ({ ...before, ...more }));
    setRefusal(null);
  };
  /** The server's marks at the other fields stay. */
  const set = (name: string, value: unknown) => {
    setEntered((before) => withValue(before, name, value));
    setRefusal((before) => {
      const others = before?.problems.filter(({ field }) => field !== name) ?? [];
      return before && others.length > 0 ? { code: before.code, problems: others } : null;
    });
  };

  const fail = (refused: Refusal | null) => {
    setRefusal(refused);
    if (!refused || refused.problems.length > 0) setAttempt((before) => before + 1);
  };
  const submit = async () => {
    if (isBusy.current) return;
    setRefusal(null);
    setIsMarked(true);
    const arePartsRight = checkParts?.() ?? true;
    if (found.length > 0 || !arePartsRight) {
      fail(null);
      return;
    }
    isBusy.current = true;
    setIsSending(true);
    let staysBusy = false;
    try {
      const refused = await send(entered);
      if (refused) fail(refused);
      staysBusy = leavesPage && !refused;
    } finally {
      isBusy.current = staysBusy;
      setIsSending(staysBusy);
    }
  };

  return {
    entered,
    isSending,
    refusal,
    /** all that is marked, with the ids of the inputs */
    problems,
    /** counts the attempts that left something marked: each one leads to the summary */
    attempt,
    /** Whether the form was sent, and all its fields are marked since. */
    isMarked,
    errorOf,
    change,
    set,
    submit: () => {
      void submit();
    },
    /** Shows the refusal of a part that was sent by itself. */
    show: setRefusal,
    /** Begins anew with other values, nothing marked. */
    restart: (values: T) => {
      setEntered(values);
      setIsMarked(false);
      setRefusal(null);
    },
    text: (name: NameOf<T, string>) => ({
      id: idOf(name),
      value: valueAt(entered, name) as string,
      error: errorOf(name),
      onChange: ({ target }: Changed) => set(name, target.value),
      ...(marksOnBlur && { onBlur: () => setVisited((before) => new Set([...before, name])) }),
    }),
    tick: (name: NameOf<T, boolean>) => ({
      id: idOf(name),
      checked: valueAt(entered, name) as boolean,
      error: errorOf(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.checked),
    }),
  };
}

export type FormOf<T> = ReturnType<typeof useForm<T>>;

/** As far as its frame is concerned, whatever is entered. */
export type AnyForm = Pick<FormOf<unknown>, "problems" | "attempt" | "isMarked" | "isSending" | "refusal" | "submit">;
