import { onTestFinished, vi } from "vitest";

export interface Sent {
  /** "PATCH events/7/refund_requests/secret" */
  call: string;
  body: unknown;
}

type Reply = () => Response | Promise<Response>;
/** What stands in for the server, by `Sent.call`; a test may change it on its way. */
export type RestAnswers = Record<string, Reply>;

/** Where the pages of `renderPage` find the REST interface. */
const REST = "/rest/";

export const json =
  (body: unknown, status = 200): Reply =>
  () =>
    Response.json(body, { status });

/** A refusal of the server's, as problem+json. */
export const refusal = (status: number, code: string, more: Record<string, unknown> = {}): Reply =>
  json({ code, ...more }, status);

/** No answer at all. */
export const offline: Reply = () => Promise.reject(new TypeError("Failed to fetch"));

/** Answers calls of the REST interface, and of files' stores, until the test ends; lists them. What has no answer is 404. */
export function serveRest(answers: RestAnswers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (input: string, { method = "GET", body }: RequestInit = {}) => {
    const path = (input.split("?")[0] ?? "").replace(REST, "");
    const call = `${method} ${path}`;
    sent.push({ call, body: typeof body === "string" ? JSON.parse(body) : body });
    return Promise.resolve((answers[call] ?? refusal(404, "NOT_FOUND"))());
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}
