import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetInTab, keepInTab, readInTab } from "@/lib/tab-memory";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("keeps a value until it is forgotten", () => {
  keepInTab("draft", { city: "Wien" });
  expect(readInTab("draft")).toEqual({ city: "Wien" });
  forgetInTab("draft");
  expect(readInTab("draft")).toBeNull();
});

it("reads nothing from a value that is broken", () => {
  sessionStorage.setItem("draft", "{");
  expect(readInTab("draft")).toBeNull();
});

it("keeps nothing in a browser that refuses its storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  keepInTab("draft", 1);
  forgetInTab("draft");
  expect(readInTab("draft")).toBeNull();
});
