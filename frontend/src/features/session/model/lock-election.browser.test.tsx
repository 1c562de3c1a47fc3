import { expect, it, vi } from "vitest";
import { proves } from "@/testing/proves";
import { ELECTION_MS, type Election } from "./election";
import { createLockElection } from "./lock-election";
import { browserTimers } from "./timers";

let numberOfShops = 0;

/** Tabs of one shop, named by their letters, in the order in which they were opened. */
function tabsOf(letters: string) {
  const name = `shop ${(numberOfShops += 1)}`;
  const open = new Map<string, Election>();
  const won: string[] = [];
  const asleep = new Set<string>();
  const openTab = (tab: string) => {
    const election = createLockElection({
      locks: navigator.locks,
      name,
      tab,
      timers: browserTimers,
      post: (message) => open.forEach((other, letter) => letter !== tab && !asleep.has(letter) && other.hear(message)),
      onWon: () => won.push(tab),
    });
    open.set(tab, election);
    election.call();
  };
  for (const tab of letters) openTab(tab);
  const leaders = () => [...open].filter(([, election]) => election.isLeader()).map(([tab]) => tab);
  const ledBy = (tab: string) => vi.waitFor(() => expect(leaders()).toEqual([tab]), 5000);
  const leave = () => open.forEach((election) => election.leave());
  return { open, won, asleep, ledBy, leave };
}

it(
  "the tab that holds the lock leads, and the next one when it leaves; it may come back",
  proves(
    "purchase §4, §9",
    "of a visitor's tabs one sends heartbeats, at most one a minute: elected by numbers from 0 to 9999, another one after it has closed; browsers without channels tell each other by the storage",
  ),
  async () => {
    const { open, won, ledBy, leave } = tabsOf("abc");
    await ledBy("a");
    open.get("a")?.leave();
    await ledBy("b");
    open.get("a")?.call();
    open.get("b")?.leave();
    await ledBy("c");
    open.get("c")?.leave();
    await ledBy("a");
    expect(won).toEqual(["a", "b", "c", "a"]);
    leave();
  },
);

it("whoever calls leads in the place of a tab that sleeps, which queues again", async () => {
  const { open, asleep, ledBy, leave } = tabsOf("abc");
  await ledBy("a");
  asleep.add("a");
  open.get("c")?.call();
  await ledBy("c");
  open.get("b")?.leave();
  open.get("c")?.leave();
  await ledBy("a");
  leave();
});

it("a leader that is awake keeps the lock, whoever calls", async () => {
  const { open, won, ledBy, leave } = tabsOf("abc");
  await ledBy("a");
  open.get("b")?.call();
  open.get("c")?.call();
  await new Promise((resolve) => setTimeout(resolve, ELECTION_MS + 200));
  await ledBy("a");
  expect(won).toEqual(["a"]);
  leave();
});

it("whoever left before the lock came never leads", async () => {
  const { open, won, ledBy, leave } = tabsOf("ab");
  open.get("a")?.leave();
  await ledBy("b");
  expect(won).toEqual(["b"]);
  leave();
});
