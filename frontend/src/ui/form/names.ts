// Values of a form by their names: `tickets.0.code`.

type Inner<T, V> = T extends readonly (infer I)[]
  ? `${number}` extends infer N extends string
    ? I extends V
      ? N
      : `${N}.${Inner<I, V>}`
    : never
  : T extends File | null
    ? never
    : T extends object
      ? NameOf<T, V>
      : never;

/** The names in T whose value is a V. */
export type NameOf<T, V> = {
  [K in keyof T & string]: T[K] extends V ? K : `${K}.${Inner<T[K], V>}`;
}[keyof T & string];

export const valueAt = (entered: unknown, name: string): unknown =>
  name.split(".").reduce((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], entered);

/** A copy of `entered` with another value there. */
export function withValue<T>(entered: T, name: string, value: unknown): T {
  const [part = "", ...rest] = name.split(".");
  const inner = rest.length > 0 ? withValue((entered as Record<string, unknown>)[part], rest.join("."), value) : value;
  const copy = Array.isArray(entered) ? [...(entered as unknown[])] : { ...entered };
  return Object.assign(copy as object, { [part]: inner }) as T;
}
