import { afterEach, expect, it, vi } from "vitest";
import { proves } from "@/testing/proves";
import { liveWithPage } from "./open-session";

const session = {
  subscribe: vi.fn(),
  notice: vi.fn(),
  dismiss: vi.fn(),
  hold: vi.fn(),
  setQuiet: vi.fn(),
  act: vi.fn(),
  wake: vi.fn(),
  extend: vi.fn(),
  join: vi.fn(),
  leave: vi.fn(),
};
const calls = () => ({
  acts: session.act.mock.calls.length,
  wakes: session.wake.mock.calls.length,
  joins: session.join.mock.calls.length,
  leaves: session.leave.mock.calls.length,
});
const visibility = vi.spyOn(document, "visibilityState", "get");

afterEach(() => {
  vi.clearAllMocks();
  visibility.mockReturnValue("visible");
});

const page = (type: "pageshow" | "pagehide", persisted: boolean) => {
  const event = Object.assign(new Event(type), { persisted });
  window.dispatchEvent(event);
};

it(
  "presses, keys and the wheel are somebody, a pointer that moves is not; nothing is heard after it ended",
  proves("purchase §4, docs/decisions/0065", "it is renewed for who does something, not for who is idle"),
  () => {
    const end = liveWithPage(session);
    expect(calls()).toEqual({ acts: 1, wakes: 0, joins: 1, leaves: 0 });
    for (const type of ["pointerdown", "keydown", "wheel", "pointermove", "scroll"])
      window.dispatchEvent(new Event(type));
    expect(calls().acts).toBe(4);
    end();
    window.dispatchEvent(new Event("keydown"));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(calls()).toEqual({ acts: 4, wakes: 0, joins: 1, leaves: 1 });
  },
);

it("a tab opened out of sight is nobody; seen, it wakes", () => {
  visibility.mockReturnValue("hidden");
  const end = liveWithPage(session);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(calls()).toEqual({ acts: 0, wakes: 0, joins: 1, leaves: 0 });
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(calls().wakes).toBe(1);
  end();
});

it("a page that the browser keeps leaves the others, and wakes among them when one goes back to it", () => {
  const end = liveWithPage(session);
  page("pageshow", false);
  page("pagehide", true);
  expect(calls()).toEqual({ acts: 1, wakes: 0, joins: 1, leaves: 1 });
  page("pageshow", true);
  expect(calls()).toEqual({ acts: 1, wakes: 1, joins: 2, leaves: 1 });
  end();
});
