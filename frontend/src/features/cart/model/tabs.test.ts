import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openCartChannel } from "./tabs";

const KEY = "shop:nachtfalter:cart_update";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("BroadcastChannel", undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("tells other tabs through the storage where there are no channels, and takes the message away after 500 ms", () => {
  const { announce } = openCartChannel("nachtfalter", () => undefined);
  announce();
  expect(localStorage.getItem(KEY)).not.toBeNull();
  vi.advanceTimersByTime(499);
  expect(localStorage.getItem(KEY)).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(localStorage.getItem(KEY)).toBeNull();
});

it("hears a message of its own shop, not that it was taken away, and nothing after it was closed", () => {
  const heard = vi.fn<() => void>();
  const { close } = openCartChannel("nachtfalter", heard);
  const tell = (key: string, newValue: string | null) => window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  tell(KEY, "1");
  tell(KEY, null);
  tell("shop:kellerkind:cart_update", "1");
  expect(heard).toHaveBeenCalledTimes(1);
  close();
  tell(KEY, "2");
  expect(heard).toHaveBeenCalledTimes(1);
});
