import type { FieldErrors, Resolver } from "react-hook-form";
import { detailsProblems, type Details, type DetailsPath, type DetailsProblems } from "@/features/checkout";

/** Problems by path as react-hook-form nests them; the codes stand in `type`. */
function nested(problems: DetailsProblems): FieldErrors<Details> {
  const errors: Record<string, unknown> = {};
  for (const [path, type] of Object.entries(problems)) {
    const [part = "", field] = path.split(".");
    if (!field) errors[part] = { type };
    else errors[part] = { ...(errors[part] as object | undefined), [field]: { type } };
  }
  return errors;
}

export const problemsResolver =
  (countries: readonly string[]): Resolver<Details> =>
  (values) => {
    const problems = detailsProblems(values, countries);
    return Object.keys(problems).length === 0 ? { values, errors: {} } : { values: {}, errors: nested(problems) };
  };

/** Back to paths, in the form's order. */
export function problemsOf(errors: FieldErrors<Details>, order: readonly DetailsPath[]): DetailsProblems {
  const problems: DetailsProblems = {};
  for (const path of order) {
    const [part = "", field] = path.split(".");
    const group = errors[part as keyof Details] as Record<string, { type?: string }> | { type?: string } | undefined;
    const type = field
      ? (group as Record<string, { type?: string }> | undefined)?.[field]?.type
      : (group as { type?: string } | undefined)?.type;
    if (type) problems[path] = type as NonNullable<DetailsProblems[DetailsPath]>;
  }
  return problems;
}
