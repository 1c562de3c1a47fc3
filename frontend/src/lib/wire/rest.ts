import { requestJson } from "@/lib/wire/fetch-layer";
import type { Locale } from "@/lib/languages";
import type { Answer, Body, Camel, MethodOf, WireAnswer } from "@/lib/wire/rest-types";

const camel = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), renamed(inner)]));
}

/** The REST interface's names in the frontend's writing. */
export const camelCase = <T>(value: T): Camel<T> => renamed(value) as Camel<T>;

/** Calls below the shop's REST address, with answers as they come. */
export function createWireRest(restUrl: string, locale?: Locale) {
  const base = restUrl.replace(/\/$/, "");
  return async function rest<M extends MethodOf<P>, P extends string>(
    method: M,
    path: P,
    ...[body]: Body<P, M>
  ): Promise<WireAnswer<P, M>> {
    // The server's tests hold what it answers against its description (tests/described.py).
    return (await requestJson(`${base}/${path}`, { method, body, locale })) as WireAnswer<P, M>;
  };
}

/** Calls below the shop's REST address. Answers come in the frontend's writing; the server's description types them. */
export function createRest(restUrl: string, locale?: Locale) {
  const call = createWireRest(restUrl, locale);
  return async function rest<M extends MethodOf<P>, P extends string>(
    method: M,
    path: P,
    ...body: Body<P, M>
  ): Promise<Answer<P, M>> {
    return camelCase(await call(method, path, ...body));
  };
}
