import { afterEach, beforeEach, expect, it, vi } from "vitest";

const fetchMock = vi.fn<typeof fetch>();
const load = vi.fn(() => Promise.resolve("module"));
const asked = () => fetchMock.mock.calls.map(([url]) => url);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockImplementation(() => Promise.resolve(new Response("export {}")));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  fetchMock.mockReset();
  load.mockClear();
});

/** As in a document that has loaded nothing yet. */
const loadChunk = async (...files: string[]) => (await import("@/lib/wire/load-chunk")).loadChunk(load, files);

it("fetches a chunk's files once, then imports it", async () => {
  expect(await Promise.all([loadChunk("a.js", "shared.js"), loadChunk("b.js", "shared.js")])).toEqual([
    "module",
    "module",
  ]);
  await loadChunk("a.js", "shared.js");
  expect(asked()).toEqual(["/a.js", "/shared.js", "/b.js"]);
  expect(load).toHaveBeenCalledTimes(3);
});

it.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a refusal", () => Promise.resolve(new Response("", { status: 404 }))],
])("imports nothing after %s, and fetches again what did not come", async (_, answer) => {
  fetchMock.mockImplementationOnce(answer);
  await expect(loadChunk("a.js", "shared.js")).rejects.toThrow("HTTP");
  expect(load).not.toHaveBeenCalled();
  expect(await loadChunk("a.js", "shared.js")).toBe("module");
  expect(asked()).toEqual(["/a.js", "/shared.js", "/a.js"]);
});

it("leaves to the browser what the page names itself", async () => {
  document.head.innerHTML = `<script type="module" src="/entry.js"></script><link rel="modulepreload" href="/route.js">`;
  await loadChunk("route.js", "entry.js", "late.js");
  expect(asked()).toEqual(["/late.js"]);
});
