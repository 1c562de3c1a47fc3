// The one place that talks to the server.
import { noteServerTime } from "@/lib/time/server-clock";
import type { components } from "@/generated/rest";
import { DEFAULT_LOCALE, type Locale } from "@/lib/languages";
import { isText, listOf } from "@/lib/lists";
import type { Challenge } from "@/lib/wire/work/proof";

export type FieldProblem = components["schemas"]["FieldProblem"];
/** problem+json of the REST interface; nothing where another server answered */
type Problem = Partial<components["schemas"]["Problem"]>;

/** Any answer outside 2xx; status 0 = no answer at all. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: Record<string, FieldProblem[]>;
  readonly problem: Problem;

  constructor(status: number, problem: Problem = {}) {
    super(problem.detail ?? `HTTP ${status}`);
    this.name = "HttpError";
    this.status = status;
    this.code = problem.code;
    // A GraphQL answer has a list there.
    this.fields = Array.isArray(problem.errors) ? {} : (problem.errors ?? {});
    this.problem = problem;
  }
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface RequestOptions {
  method?: Method;
  body?: unknown;
  signal?: AbortSignal;
  /** another language than the page's */
  locale?: Locale | undefined;
}

/** Dispatched on `window` when the server answers 5xx. */
export const QUEUE_EVENT = "queue";

/**
 * `seconds`: until a retry makes sense; `rooms`: a waiting room is open, and others are before, in these.
 * `isSure`: the server said so (503); after another 5xx perhaps this one thing failed. `wrote`: a write was refused.
 */
export interface FullHouse {
  seconds: number;
  rooms: readonly string[] | null;
  isSure: boolean;
  wrote: boolean;
}

/** where the server does not say when */
export const RETRY_SECONDS = 30;
const PING_TIMEOUT_MS = 4000;
const RETRY_DELAY_MS = 500;
const RETRIED_STATUS = new Set([0, 502, 504]);

let pageLocale: Locale = DEFAULT_LOCALE;

export function setRequestLocale(next: Locale): void {
  pageLocale = next;
}

export function withLocale(url: string, locale = pageLocale): string {
  return `${url}${url.includes("?") ? "&" : "?"}locale=${locale}`;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return {};
  }
}

/** The refusal with this code: REST tells it as a problem, GraphQL among its errors. */
function refusal(code: string, said: Problem | null): Problem | undefined {
  const errors: unknown = said?.errors;
  const told = Array.isArray(errors)
    ? (errors as { extensions?: Problem }[]).map(({ extensions }) => extensions)
    : [said];
  return told.find((one) => one?.code === code) ?? undefined;
}

/** Any 5xx is told to the page; not that a payment service is away. */
async function tellOf(response: Response, wrote: boolean): Promise<void> {
  if (response.status < 500) return;
  const said = await problemOf(response.clone());
  if (refusal("PROVIDER_AWAY", said)) return;
  const queue = refusal("IN_QUEUE", said);
  const seconds = Number(response.headers.get("retry-after")) || RETRY_SECONDS;
  const rooms = queue ? listOf(queue.rooms, isText) : null;
  const isSure = response.status === 503;
  window.dispatchEvent(new CustomEvent<FullHouse>(QUEUE_EVENT, { detail: { seconds, rooms, isSure, wrote } }));
}

/** Whether the server answers at all as it should, if only with a refusal. Tells nobody. */
export const givesASign = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(PING_TIMEOUT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );

/** Any answer of the server's, or of a store's of files (without cookies). */
async function send(url: string, init: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin", ...init });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new HttpError(0);
  }
  if (init.method !== "GET" || response.headers.get("cache-control")?.includes("no-store"))
    noteServerTime(response, askedAt);
  if (init.credentials !== "omit") await tellOf(response, init.method !== "GET");
  return response;
}

interface Sent extends RequestInit {
  method: Method;
  headers?: Record<string, string>;
}

/** `said`: its JSON; nothing of a file that is there, which its reader takes from it. */
interface Answer {
  response: Response;
  said: unknown;
}

const isGraphql = ({ status, headers }: Response): boolean =>
  status < 500 && (headers.get("content-type")?.includes("graphql-response+json") ?? false);

async function saidIn(response: Response, isFile: boolean): Promise<unknown> {
  if (!response.ok && !isGraphql(response)) return problemOf(response);
  return isFile || response.status === 204 ? null : response.json();
}

/** The server wants work first, as too many have come from here. */
const challengeIn = ({ said }: Answer): Challenge | undefined =>
  refusal("WORK_NEEDED", said as Problem | null)?.challenge as Challenge | undefined;

/** What the server answers, after the work that it may want. */
async function answerTo(url: string, init: Sent, isFile = false): Promise<Answer> {
  const attempt = async (proof?: Record<string, string>): Promise<Answer> => {
    const response = await send(url, { ...init, headers: { ...init.headers, ...proof } });
    return { response, said: await saidIn(response, isFile) };
  };
  let answer = await attempt();
  if (challengeIn(answer)) {
    const { worked } = await import("@/lib/wire/work/worked");
    answer = await worked(answer, { attempt, challengeIn, signal: init.signal });
  }
  const { response, said } = answer;
  if (!response.ok && !isGraphql(response)) throw new HttpError(response.status, said as Problem);
  return answer;
}

/** A file that is the same in every language. The browser keeps it and asks by its ETag. */
export async function requestFile(url: string, signal?: AbortSignal): Promise<Response> {
  return (await answerTo(url, { method: "GET", ...(signal ? { signal } : {}) }, true)).response;
}

/** A file with the fields that allow it, to the shop or straight into its store, which knows no cookies. */
export async function sendFile(url: string, fields: Readonly<Record<string, string>>, file: File): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", file);
  const isOurs = new URL(url, window.location.href).origin === window.location.origin;
  await answerTo(url, { method: "POST", body, credentials: isOurs ? "same-origin" : "omit" }, true);
}

async function once(
  url: string,
  { method = "GET", body, signal, locale = pageLocale }: RequestOptions,
): Promise<unknown> {
  const { said } = await answerTo(withLocale(url, locale), {
    method,
    headers: {
      Accept: "application/graphql-response+json, application/json",
      "Accept-Language": locale,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return said;
}

/** JSON in, JSON out. A GET that got no answer is tried once more; anything that writes never is. */
export async function requestJson(url: string, options: RequestOptions = {}): Promise<unknown> {
  try {
    return await once(url, options);
  } catch (error) {
    const again = (options.method ?? "GET") === "GET" && error instanceof HttpError && RETRIED_STATUS.has(error.status);
    if (!again) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return once(url, options);
  }
}
