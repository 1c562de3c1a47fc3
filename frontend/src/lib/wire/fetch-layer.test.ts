import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverNow } from "@/lib/time/server-clock";
import { HttpError, QUEUE_EVENT, requestFile, requestJson, type FullHouse } from "@/lib/wire/fetch-layer";

const fetchMock = vi.fn<typeof fetch>();
const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" }, ...init });

beforeEach(() => vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

describe("requestJson", () => {
  it("sends language and locale", async () => {
    fetchMock.mockResolvedValue(json({ a: 1 }));
    expect(await requestJson("/x?y=1")).toEqual({ a: 1 });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe("/x?y=1&locale=de");
    expect(new Headers(init?.headers).get("accept-language")).toBe("de");
  });

  it("tells about a full house and does not retry", async () => {
    fetchMock.mockResolvedValue(json({}, { status: 503, headers: { "retry-after": "7" } }));
    const heard = vi.fn<(event: Event) => void>();
    window.addEventListener(QUEUE_EVENT, heard, { once: true });
    await expect(requestJson("/x")).rejects.toMatchObject({ status: 503 });
    expect((heard.mock.calls[0]?.[0] as CustomEvent<FullHouse>).detail).toEqual({
      seconds: 7,
      rooms: null,
      isSure: true,
      wrote: false,
    });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["GraphQL", { errors: [{ message: "in queue", extensions: { code: "IN_QUEUE", rooms: ["3", "4"] } }] }, ["3", "4"]],
    ["REST", { code: "IN_QUEUE", rooms: ["3"] }, ["3"]],
    ["the shop's room", { errors: [{ message: "in queue", extensions: { code: "IN_QUEUE" } }] }, []],
  ])("tells that others are before, and in which rooms: %s", async (_wire, body, rooms) => {
    fetchMock.mockResolvedValue(json(body, { status: 503 }));
    const heard = vi.fn<(event: Event) => void>();
    window.addEventListener(QUEUE_EVENT, heard, { once: true });
    await expect(requestJson("/x")).rejects.toMatchObject({ status: 503 });
    expect((heard.mock.calls[0]?.[0] as CustomEvent<FullHouse>).detail).toEqual({
      seconds: 30,
      rooms,
      isSure: true,
      wrote: false,
    });
  });

  it("asks again for a read that got no answer, never for a write", async () => {
    fetchMock.mockRejectedValueOnce(new TypeError("offline")).mockResolvedValueOnce(json(1));
    expect(await requestJson("/x")).toBe(1);
    fetchMock.mockReset().mockRejectedValue(new TypeError("offline"));
    await expect(requestJson("/x", { method: "POST", body: {} })).rejects.toMatchObject({ status: 0 });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it("carries a problem's code and fields", async () => {
    const errors = { email: [{ code: "invalid", message: "…" }] };
    fetchMock.mockResolvedValue(json({ code: "ADDRESS_INCOMPLETE", errors }, { status: 400 }));
    const error = await requestJson("/x", { method: "PATCH", body: {} }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 400, code: "ADDRESS_INCOMPLETE", fields: errors });
  });
});

describe("requestFile", () => {
  it("asks for what it is told, in no language, and refuses what is no answer", async () => {
    fetchMock
      .mockResolvedValueOnce(new Response("x"))
      .mockResolvedValueOnce(json({ code: "NOT_FOUND" }, { status: 404 }));
    expect(await (await requestFile("/seats")).text()).toBe("x");
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/seats");
    await expect(requestFile("/seats")).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
  });
});

describe("the server's clock", () => {
  const dated = (at: string, headers: Record<string, string> = {}) =>
    new Response("1", { headers: { date: at, ...headers } });

  it("is told by answers that nobody keeps, not by what a browser may have kept", async () => {
    const year = (ms: number) => new Date(ms).getUTCFullYear();
    fetchMock.mockResolvedValueOnce(dated("Tue, 01 Jan 2030 12:00:00 GMT"));
    await requestJson("/x");
    expect(year(serverNow())).not.toBe(2030);
    fetchMock.mockResolvedValueOnce(dated("Tue, 01 Jan 2030 12:00:00 GMT", { "cache-control": "private, no-store" }));
    await requestJson("/x");
    expect(year(serverNow())).toBe(2030);
  });
});
