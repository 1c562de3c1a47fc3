import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announcePage } from "./prerender";

beforeEach(() => {
  vi.useFakeTimers();
  window.prerenderReady = false;
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

it("lets prerenderers take the page once it stands", () => {
  announcePage();
  vi.advanceTimersByTime(1000);
  expect(window.prerenderReady).toBe(false);
  document.body.innerHTML = "<div id=app data-started><main><h1></h1><p aria-busy=true></p></main></div>";
  vi.advanceTimersByTime(1000);
  expect(window.prerenderReady).toBe(false);
  document.querySelector("p")?.remove();
  vi.advanceTimersByTime(200);
  expect(window.prerenderReady).toBe(true);
});

it("lets them wait for eight seconds at most", () => {
  announcePage();
  vi.advanceTimersByTime(7900);
  expect(window.prerenderReady).toBe(false);
  vi.advanceTimersByTime(200);
  expect(window.prerenderReady).toBe(true);
});
