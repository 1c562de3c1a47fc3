// What the server's refusal of a write means for the form or the button that sent it.
import type { LangKey, OverlayKey } from "@/generated/lang-keys";
import { errorCode, errorExtensions } from "@/lib/texts/error-texts";
import { HttpError, type FieldProblem } from "@/lib/wire/fetch-layer";

export type TextKey = LangKey | OverlayKey;
type Values = Readonly<Record<string, string | number>>;

/** What is wrong with a field of a form. */
export interface Problem {
  /** the field's name in what is entered, such as `tickets.0.code` */
  field: string;
  text: TextKey;
  values?: Values;
  /** names the field inside of the text, as `{field}` */
  label?: TextKey;
}

export interface Refusal {
  code: string;
  problems: readonly Problem[];
  /** for the form as a whole */
  text?: TextKey;
  values?: Values;
  /** the server's own sentence, instead of `text` */
  words?: string;
  /** where the cause can be put right, if not here */
  step?: string;
  /** no rule is written for this code: the refusal is reported */
  isUnknown?: boolean;
}

/** A refusal as the server sent it, over REST or GraphQL. */
export interface ServerError {
  /** OFFLINE without an answer, UNAVAILABLE for each 503 without a code of its own */
  code: string;
  /** the refusal's other members */
  details: Readonly<Record<string, unknown>>;
  /** by the path in the body that was sent */
  fields: Readonly<Record<string, readonly FieldProblem[]>>;
}

/** A text for the form, or the parts of a refusal. */
export type Rule<In> = TextKey | Partial<Refusal> | ((error: ServerError, input: In) => Partial<Refusal>);

/** `index`: what stands in the place of the path's `*`. */
export type FieldRule<In> = Problem | ((error: FieldProblem, index: string, input: In) => Problem | null);

export interface Refusals<In> {
  /** by the server's code */
  refusals: Readonly<Record<string, Rule<In>>>;
  /** by the path in the body that was sent; its second part may be `*` */
  fields?: Readonly<Record<string, FieldRule<In>>>;
  /** marks of every refusal that names no field of its own */
  marks?: (input: In) => readonly Problem[];
  /** for a code without a rule */
  otherwise: Rule<In>;
}

/** Any action may be refused by these. */
export const SHARED: Readonly<Record<string, TextKey>> = {
  RATE_LIMITED: "LANG_ERROR_RATELIMIT",
  WORK_NEEDED: "LANG_ERROR_RATELIMIT",
  BUSY: "LANG_ERROR_BUSY",
  SESSION_ENDED: "LANG_ALLG_RESERVATION_KILL_MSG",
  UNAVAILABLE: "LANG_ERROR_BUSY",
  OFFLINE: "LANG_ERROR_OFFLINE",
};

function serverError(error: unknown): ServerError {
  const status = error instanceof HttpError ? error.status : null;
  const code = errorCode(error) ?? (status === 0 ? "OFFLINE" : status === 503 ? "UNAVAILABLE" : "");
  return error instanceof HttpError
    ? { code, details: error.problem, fields: error.fields }
    : { code, details: errorExtensions(error), fields: {} };
}

function textValues(details: ServerError["details"]): Values {
  const values = Object.entries(details).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return Object.fromEntries(values) as Values;
}

function fieldProblems<In>(rules: Refusals<In>["fields"] = {}, { fields }: ServerError, input: In): Problem[] {
  return Object.entries(fields).flatMap(([path, [error]]) => {
    const [list, index = "", ...rest] = path.split(".");
    const rule = rules[path] ?? rules[[list, "*", ...rest].join(".")];
    const problem = typeof rule === "function" ? error && rule(error, index, input) : rule;
    return problem ? [problem] : [];
  });
}

/** What `error` means by the rules of the action that sent `input`; the shared texts come after the action's own. */
export function refusalOf<In>(
  { refusals, fields, marks, otherwise }: Refusals<In>,
  error: unknown,
  input: In,
): Refusal {
  const sent = serverError(error);
  const { code, details } = sent;
  const rule = refusals[code] ?? SHARED[code];
  const named = rule ? [] : fieldProblems(fields, sent, input);
  if (named.length > 0) return { code, problems: named };
  const known = rule ?? otherwise;
  const parts = typeof known === "function" ? known(sent, input) : typeof known === "string" ? { text: known } : known;
  return {
    code,
    problems: marks?.(input) ?? [],
    values: textValues(details),
    ...(!rule && { isUnknown: true }),
    ...parts,
  };
}

type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

export const problemText = ({ text, values, label }: Problem, t: Translate): string =>
  t(text, { ...values, ...(label && { field: t(label) }) });

/** Empty if all that is wrong stands at fields. */
export const refusalText = (refusal: Refusal | null, t: Translate): string =>
  refusal?.words ?? (refusal?.text ? t(refusal.text, { ...refusal.values }) : "");

/** The refusal as a mark at the only field of a form. */
export const atField = (refusal: Refusal | null, field: string): Refusal | null =>
  refusal?.text ? { code: refusal.code, problems: [{ field, text: refusal.text }] } : refusal;
