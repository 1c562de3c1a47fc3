import { requestJson } from "@/lib/wire/fetch-layer";
import type { Locale } from "@/lib/languages";
import type { Answer, Body, MethodOf } from "@/lib/wire/rest-types";

const camel = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The REST interface's names in the frontend's writing. */
export function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), camelCase(inner)]));
}

/** Calls below the shop's REST address. Answers come in the frontend's writing; the server's description types them. */
export function createRest(restUrl: string, locale?: Locale) {
  const base = restUrl.replace(/\/$/, "");
  return async function rest<M extends MethodOf<P>, P extends string>(
    method: M,
    path: P,
    ...[body]: Body<P, M>
  ): Promise<Answer<P, M>> {
    const answer = await requestJson(`${base}/${path}`, { method, body, locale });
    // The server's tests hold what it answers against its description (tests/described.py).
    return camelCase(answer) as Answer<P, M>;
  };
}
