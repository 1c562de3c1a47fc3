import "@/theme/main.css";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { showOn } from "@/testing/screens";

const said = vi.spyOn(console, "error");

beforeEach(() => {
  said.mockClear();
});

/** All tests share one page: the next one finds what a new visitor finds. A test may clear `console.error` of what is meant. */
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "");
  await showOn("desktop");
  expect(said.mock.calls).toEqual([]);
});
