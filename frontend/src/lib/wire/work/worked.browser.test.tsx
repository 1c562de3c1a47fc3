import { createChallenge, verifySolution, type Challenge, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorText } from "@/lib/texts/error-texts";
import { HttpError, requestJson, sendFile } from "@/lib/wire/fetch-layer";
import { askGraphql } from "@/lib/wire/graphql-link";
import { proofOf } from "@/lib/wire/work/proof";
import { proves } from "@/testing/proves";
import python from "@/testing/python-challenge.json";

const SECRETS = { hmacSignatureSecret: "secret", hmacKeySignatureSecret: "key secret" };
const EASY = 7;
const ENDLESS = 4_000_000_000;

const challengeWith = (counter: number): Promise<Challenge> =>
  createChallenge({ algorithm: "PBKDF2/SHA-256", cost: 10, counter, deriveKey, ...SECRETS });

/** What is wrong with a proof, as the server looks at it. */
async function isRight(proof: string): Promise<boolean> {
  const { challenge, solution } = JSON.parse(atob(proof)) as Payload;
  return (await verifySolution({ challenge, solution, deriveKey, ...SECRETS })).verified;
}

interface Asked {
  url: string;
  init: RequestInit;
  proof: string | null;
}
/** What came to the server, whose answers a test writes. */
let asked: Asked[] = [];
let answer: (request: Asked) => Response | Promise<Response>;

const json = (body: unknown, status = 200, type = "application/json") =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": type } });
const refused = async (counter = EASY) =>
  json({ status: 429, code: "WORK_NEEDED", challenge: await challengeWith(counter) }, 429, "application/problem+json");
const refusedInGraphql = async () => {
  const extensions = { code: "WORK_NEEDED", challenge: await challengeWith(EASY) };
  return json({ data: null, errors: [{ message: "work", extensions }] }, 200, "application/graphql-response+json");
};
const proofs = () => asked.map(({ proof }) => proof).filter((proof) => proof !== null);

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const request = { url, init, proof: new Headers(init.headers).get("proof-of-work") };
    asked.push(request);
    return Promise.resolve(answer(request));
  });
});
afterEach(() => vi.restoreAllMocks());

const withProof =
  (refuse: () => Promise<Response>, then: unknown) =>
  async ({ proof }: Asked) =>
    proof && (await isRight(proof)) ? json(then, 200, "application/graphql-response+json") : refuse();

describe("an answer that wants work", () => {
  it(
    "REST: the device works, and the same request goes again with the proof",
    proves(
      "design §6",
      "where too many come from one network, a visitor's device works for a moment and the request goes through",
    ),
    async () => {
      answer = withProof(refused, { done: 1 });
      expect(await requestJson("/cart", { method: "POST", body: { a: 1 } })).toEqual({ done: 1 });
      const [first, second] = asked;
      expect(asked).toHaveLength(2);
      expect(second?.url).toBe(first?.url);
      expect({ ...second?.init, headers: null }).toEqual({ ...first?.init, headers: null });
      expect(new Headers(second?.init.headers).get("content-type")).toBe("application/json");
    },
  );

  it("GraphQL: so do questions and changes", async () => {
    answer = withProof(refusedInGraphql, { data: { done: 1 } });
    for (const mutation of [false, true]) {
      asked = [];
      expect(
        await askGraphql("/graphql", { operationName: "DO", hash: "abc", variables: {}, mutation, text: () => "" }),
      ).toEqual({ data: { done: 1 } });
      expect(asked.map(({ url, init }) => [url, init.body])).toEqual(
        Array(2).fill([asked[0]?.url, asked[0]?.init.body]),
      );
    }
  });

  it("a file that is sent to the shop goes again, too", async () => {
    answer = withProof(refused, null);
    await sendFile("/files", { key: "1" }, new File(["x"], "x.png"));
    expect(asked.map(({ init }) => (init.body as FormData).get("key"))).toEqual(["1", "1"]);
    expect(proofs()).toHaveLength(1);
  });

  it(
    "after five challenges it is a refusal",
    proves("design §6", "work that does not help ends in the refusal, after five times"),
    async () => {
      answer = () => refused();
      const error = await requestJson("/cart", { method: "POST", body: {} }).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(HttpError);
      expect(error).toMatchObject({ status: 429, code: "WORK_NEEDED" });
      expect(errorText(error).key).toBe("LANG_ERROR_RATELIMIT");
      expect(proofs()).toHaveLength(5);
      expect(new Set(proofs())).toHaveProperty("size", 5);
    },
  );

  it("whoever gives up ends the work", async () => {
    const ended = vi.spyOn(Worker.prototype, "terminate");
    const begun = vi.spyOn(Worker.prototype, "postMessage");
    answer = () => refused(ENDLESS);
    const abort = new AbortController();
    const asking = requestJson("/cart", { signal: abort.signal });
    await expect.poll(() => begun.mock.calls.length).toBeGreaterThan(0);
    abort.abort();
    await expect(asking).rejects.toMatchObject({ name: "AbortError" });
    expect(ended).toHaveBeenCalled();
    expect(asked).toHaveLength(1);
  });

  it("two at once work once, where the first one's work is enough for both", async () => {
    let earned = false;
    answer = async ({ proof }) => {
      earned ||= proof !== null && (await isRight(proof));
      return earned ? json({}) : refused();
    };
    await Promise.all([requestJson("/one", { method: "POST" }), requestJson("/two", { method: "POST" })]);
    expect(proofs()).toHaveLength(1);
    expect(asked.map(({ url }) => url.slice(0, 4))).toEqual(["/one", "/two", "/one", "/two"]);
  });

  it("two at once work one after the other, where each has to", async () => {
    answer = withProof(refused, {});
    await Promise.all([requestJson("/one", { method: "POST" }), requestJson("/two", { method: "POST" })]);
    expect(asked.map(({ url, proof }) => [url.slice(0, 4), proof !== null])).toEqual([
      ["/one", false],
      ["/two", false],
      ["/one", true],
      ["/two", false],
      ["/two", true],
    ]);
  });

  it("is a refusal where the page has no cryptography", async () => {
    vi.stubGlobal("isSecureContext", false);
    answer = () => refused();
    await expect(requestJson("/cart")).rejects.toMatchObject({ code: "WORK_NEEDED" });
    expect(asked).toHaveLength(1);
  });

  it("solves what the server's library makes", async () => {
    const { challenge, solution } = JSON.parse(atob((await proofOf(python.challenge)) ?? "")) as Payload;
    expect(challenge).toEqual(python.challenge);
    expect(solution).toMatchObject(python.solution);
    expect(await isRight(btoa(JSON.stringify({ challenge, solution })))).toBe(true);
  });
});
