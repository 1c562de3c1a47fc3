import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createElection, ELECTION_MS, type Election } from "./election";
import { browserTimers } from "./timers";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Tabs that hear each other, named by their letters, with these numbers. */
function tabsOf(numbers: Record<string, number>) {
  const open = new Map<string, Election>();
  const won: string[] = [];
  const openTab = (tab: string, number: number) => {
    const election = createElection({
      tab,
      random: () => (number + 0.5) / 10_000,
      timers: browserTimers,
      post: (message) => open.forEach((other, name) => name !== tab && other.hear(message)),
      onWon: () => won.push(tab),
    });
    open.set(tab, election);
    election.call();
    return election;
  };
  for (const [tab, number] of Object.entries(numbers)) openTab(tab, number);
  const leaders = () => [...open].filter(([, election]) => election.isLeader()).map(([tab]) => tab);
  const close = (tab: string) => {
    const gone = open.get(tab);
    open.delete(tab);
    gone?.leave();
  };
  return { open, openTab, leaders, close, won };
}

it("the highest number leads, once all had time to answer", () => {
  const { leaders, won } = tabsOf({ a: 17, b: 9999, c: 0, d: 4711, e: 9998 });
  expect(leaders()).toEqual([]);
  vi.advanceTimersByTime(ELECTION_MS);
  expect([leaders(), won]).toEqual([["b"], ["b"]]);
});

it("of two with the same number, the one whose name comes last", () => {
  const { leaders } = tabsOf({ a: 5, c: 5, b: 5 });
  vi.advanceTimersByTime(ELECTION_MS);
  expect(leaders()).toEqual(["c"]);
});

it("a tab alone leads", () => {
  const { leaders } = tabsOf({ a: 0 });
  vi.advanceTimersByTime(ELECTION_MS);
  expect(leaders()).toEqual(["a"]);
});

it("one second after the leader has closed the rest elect another", () => {
  const { close, leaders } = tabsOf({ a: 1, b: 3, c: 2 });
  vi.advanceTimersByTime(ELECTION_MS);
  close("b");
  vi.advanceTimersByTime(ELECTION_MS - 1);
  expect(leaders().length).toBeLessThanOrEqual(1);
  vi.advanceTimersByTime(1 + ELECTION_MS);
  expect(leaders()).toEqual(["c"]);
});

it("who comes later leads with a higher number, and never beside another", () => {
  const { leaders, openTab } = tabsOf({ a: 100 });
  vi.advanceTimersByTime(ELECTION_MS);
  openTab("b", 50);
  vi.advanceTimersByTime(ELECTION_MS);
  expect(leaders()).toEqual(["a"]);
  openTab("c", 200);
  expect(leaders()).toEqual([]);
  vi.advanceTimersByTime(ELECTION_MS);
  expect(leaders()).toEqual(["c"]);
});

it("who sleeps and answers nobody is passed over when somebody asks, and leads again awake", () => {
  const { open, leaders } = tabsOf({ a: 1, b: 3, c: 2 });
  vi.advanceTimersByTime(ELECTION_MS);
  const asleep = open.get("b");
  open.delete("b");
  open.get("a")?.call();
  open.get("c")?.call();
  vi.advanceTimersByTime(ELECTION_MS);
  expect(leaders()).toEqual(["c"]);
  if (asleep) open.set("b", asleep);
  // What was said meanwhile arrives.
  asleep?.hear({ kind: "calls", tab: "c", number: 2 });
  expect(leaders()).toEqual(["b"]);
});
