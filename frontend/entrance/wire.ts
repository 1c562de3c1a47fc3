/** The shop's answers to this phone, as the server's description of its API (openapi.yaml) has them. */
import type { paths } from "@/generated/rest";
import type { Answered, Sent } from "@/lib/wire/rest-types";

type Described = { [P in keyof paths as P extends `/api/v2/entrance/${infer Rest}` ? Rest : never]: paths[P] };
export type Path = keyof Described;
type Call<P extends Path> = NonNullable<Described[P]["get" | "post"]>;
export type Body<P extends Path> = Sent<Call<P>>;
export type Answer<P extends Path> = Answered<Call<P>>;

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
export async function ask<P extends Path>(
  path: P,
  key: string,
  body?: Body<P>,
  milliseconds = 15_000,
  end?: AbortSignal,
): Promise<Answer<P>> {
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
  if (answer.ok) return JSON.parse(text) as Answer<P>;
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
