/** The shop's answers to this phone. */

/** Nobody answered, or not in time. */
export class NoNetwork extends Error {}

export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const API = "/api/v2/entrance/";

/** Throws NoNetwork, also when `end` ends it, and Refused. */
export async function ask<T>(
  path: string,
  key: string,
  body?: unknown,
  milliseconds = 15_000,
  end?: AbortSignal,
): Promise<T> {
  const inTime = AbortSignal.timeout(milliseconds);
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(API + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: end ? AbortSignal.any([inTime, end]) : inTime,
    });
    text = await answer.text();
  } catch {
    throw new NoNetwork();
  }
  if (answer.ok) return JSON.parse(text) as T;
  // The shop is down or others are in the way: as if there were no network.
  const code = codeIn(text);
  if (answer.status >= 500 || code === "BUSY" || !code) throw new NoNetwork();
  throw new Refused(answer.status, code);
}

function codeIn(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? "";
  } catch {
    return "";
  }
}
