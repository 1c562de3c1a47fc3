import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { proves } from "@/testing/proves";
import { openTabChannel } from "./tab-channel";

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

it(
  "tells other tabs through the storage where there are no channels, and takes the message away after 500 ms",
  proves(
    "purchase §4, §9",
    "of a visitor's tabs one sends heartbeats, at most one a minute: elected by numbers from 0 to 9999, another one after it has closed; browsers without channels tell each other by the storage",
  ),
  () => {
    const { post } = openTabChannel<string>("nachtfalter", "cart_update", () => undefined);
    post("again");
    const first = localStorage.getItem(KEY);
    expect(first).toContain("again");
    vi.advanceTimersByTime(499);
    expect(localStorage.getItem(KEY)).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(localStorage.getItem(KEY)).toBeNull();
    post("again");
    expect(localStorage.getItem(KEY)).not.toBe(first);
  },
);

it("hears a message of its own shop and name, not that it was taken away, and nothing after it was closed", () => {
  const heard = vi.fn<(message: number) => void>();
  const { close } = openTabChannel("nachtfalter", "cart_update", heard);
  const tell = (key: string, message: number | null) =>
    window.dispatchEvent(
      new StorageEvent("storage", { key, newValue: message === null ? null : JSON.stringify({ message, mark: 0 }) }),
    );
  tell(KEY, 1);
  tell(KEY, null);
  tell("shop:kellerkind:cart_update", 2);
  tell("shop:nachtfalter:session", 3);
  expect(heard.mock.calls).toEqual([[1]]);
  close();
  tell(KEY, 4);
  expect(heard).toHaveBeenCalledTimes(1);
});
