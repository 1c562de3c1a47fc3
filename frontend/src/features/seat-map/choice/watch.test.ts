import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watch } from "./watch";

describe("watching which seats are free", () => {
  let seen = true;
  const page = new EventTarget();
  const turnPage = (to: boolean) => {
    seen = to;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const begin = (ask: (signal: AbortSignal) => Promise<unknown>) =>
    watch({ ask, visible: () => seen, page, random: () => 0 });

  beforeEach(() => {
    seen = true;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("asks every three seconds until it ends, never twice at once", async () => {
    let answer: () => void = () => undefined;
    const ask = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    const stop = begin(ask);
    await vi.advanceTimersByTimeAsync(2999);
    expect(ask).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ask).toHaveBeenCalledTimes(1);
    answer();
    await vi.advanceTimersByTimeAsync(3000);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
    answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("rests while nobody looks, and asks at once when somebody does", async () => {
    const ask = vi.fn(() => Promise.resolve());
    const stop = begin(ask);
    turnPage(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(0);
    turnPage(true);
    expect(ask).toHaveBeenCalledTimes(1);
    stop();
  });

  it("asks less often while there are no answers, and as before with the first", async () => {
    const ask = vi.fn(() => Promise.reject(new Error("no answer")));
    const stop = begin(ask);
    await vi.advanceTimersByTimeAsync(3000 + 6000 + 12_000);
    expect(ask).toHaveBeenCalledTimes(3);
    ask.mockImplementation(() => Promise.resolve() as Promise<never>);
    await vi.advanceTimersByTimeAsync(24_000 + 3000);
    expect(ask).toHaveBeenCalledTimes(5);
    stop();
  });
});
