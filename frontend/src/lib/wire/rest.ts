import { requestJson, type Method } from "@/lib/wire/fetch-layer";

const camel = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The REST interface's names in the frontend's writing. */
export function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), camelCase(inner)]));
}

/** Calls below the shop's REST address; answers come in the frontend's writing, and are the caller's to type. */
export function createRest(restUrl: string) {
  const base = restUrl.replace(/\/$/, "");
  return async function rest<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const answer = await requestJson(`${base}/${path}`, body === undefined ? { method } : { method, body });
    // The server's tests hold what it answers here against GraphQL's types (tests/checkout/test_wire_details.py).
    return camelCase(answer) as T;
  };
}
