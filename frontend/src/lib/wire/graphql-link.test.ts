import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askGraphql } from "@/lib/wire/graphql-link";
import { stableJson } from "@/lib/wire/stable-json";

const fetchMock = vi.fn<typeof fetch>();
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
const question = {
  operationName: "PRODUCT",
  hash: "abc",
  variables: { slug: "x", a: 1 },
  mutation: false,
  text: () => "query",
};

beforeEach(() => vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

describe("askGraphql", () => {
  it("asks queries by GET with sorted keys and no text", async () => {
    fetchMock.mockResolvedValue(json({ data: {} }));
    await askGraphql("/graphql", question);
    const url = new URL(fetchMock.mock.calls[0]?.[0] as string, "http://shop");
    expect([...url.searchParams.keys()]).toEqual(["extensions", "operationName", "variables", "locale"]);
    expect(url.searchParams.get("variables")).toBe('{"a":1,"slug":"x"}');
    expect(url.searchParams.get("extensions")).toBe('{"persistedQuery":{"sha256Hash":"abc","version":1}}');
  });

  it("sends mutations by POST with the hash alone", async () => {
    fetchMock.mockResolvedValue(json({ data: {} }));
    await askGraphql("/graphql", { ...question, mutation: true });
    const body = JSON.parse(fetchMock.mock.calls[0]?.[1]?.body as string) as Record<string, unknown>;
    expect(body).not.toHaveProperty("query");
    expect(fetchMock.mock.calls[0]?.[1]?.method).toBe("POST");
  });

  it("gives a server that does not know the hash the text", async () => {
    fetchMock
      .mockResolvedValueOnce(json({ errors: [{ message: "PersistedQueryNotFound" }] }))
      .mockResolvedValueOnce(json({ data: { ok: 1 } }));
    expect(await askGraphql("/graphql", question)).toEqual({ data: { ok: 1 } });
    const body = JSON.parse(fetchMock.mock.calls[1]?.[1]?.body as string) as Record<string, unknown>;
    expect(body["query"]).toBe("query");
  });
});

describe("stableJson", () => {
  it("sorts keys at every depth", () =>
    expect(stableJson({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: 0 })).toBe('{"a":0,"b":{"c":[{"y":2,"z":1}],"d":1}}'));
});
