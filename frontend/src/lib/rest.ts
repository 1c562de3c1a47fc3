import { requestJson, type Method } from "@/lib/fetch-layer";

/** Calls below the shop's REST address; answers are the caller's to type. */
export function createRest(restUrl: string) {
  const base = restUrl.replace(/\/$/, "");
  return function rest<T>(method: Method, path: string, body?: unknown): Promise<T> {
    return requestJson(`${base}/${path}`, body === undefined ? { method } : { method, body }) as Promise<T>;
  };
}
export type Rest = ReturnType<typeof createRest>;
