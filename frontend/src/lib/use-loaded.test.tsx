import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useLoaded } from "@/lib/use-loaded";

/** Calls that are answered by hand, in any order. */
function calls() {
  const made: { key: string; answer: (how: Promise<string>) => Promise<void> }[] = [];
  const load = (key: string) =>
    new Promise<string>((resolve) => {
      const answer = (how: Promise<string>) =>
        act(async () => {
          resolve(how);
          await how.catch(() => undefined);
        });
      made.push({ key, answer });
    });
  return { made, load };
}

it("keeps an answer until the next is there, tells why there is none, and asks again", async () => {
  const { made, load } = calls();
  const { result, rerender } = renderHook(({ key }) => useLoaded(key, () => load(key)), { initialProps: { key: "a" } });
  expect(result.current.data).toBeUndefined();
  await made[0]?.answer(Promise.resolve("A"));
  rerender({ key: "a" });
  expect([made.length, result.current.data]).toEqual([1, "A"]);

  rerender({ key: "b" });
  const offline = new Error("offline");
  await made[1]?.answer(Promise.reject(offline));
  expect(result.current).toMatchObject({ data: "A", error: offline });

  act(result.current.retry);
  await made[2]?.answer(Promise.resolve("B"));
  expect(result.current.data).toBe("B");
  expect(result.current.error).toBeUndefined();
  expect(made.map(({ key }) => key)).toEqual(["a", "b", "b"]);
});

it("forgets an answer that comes after the next was asked for", async () => {
  const { made, load } = calls();
  const { result, rerender } = renderHook(({ key }) => useLoaded(key, () => load(key)), { initialProps: { key: "a" } });
  rerender({ key: "b" });
  await made[1]?.answer(Promise.resolve("B"));
  await made[0]?.answer(Promise.resolve("A"));
  expect(result.current.data).toBe("B");
});

it("tells of no other key's error", async () => {
  const { made, load } = calls();
  const { result, rerender } = renderHook(({ key }) => useLoaded(key, () => load(key)), { initialProps: { key: "a" } });
  await made[0]?.answer(Promise.reject(new Error("offline")));
  expect(result.current.error).toBeDefined();
  rerender({ key: "b" });
  expect(result.current.error).toBeUndefined();
});
