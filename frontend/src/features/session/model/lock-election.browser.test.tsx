import { expect, it, vi } from "vitest";
import { proves } from "@/testing/proves";
import type { Election } from "./election";
import { createLockElection } from "./lock-election";

let numberOfShops = 0;

/** Tabs of one shop, named by their letters, in the order in which they were opened. */
function tabsOf(letters: string) {
  const name = `shop ${(numberOfShops += 1)}`;
  const open = new Map<string, Election>();
  const won: string[] = [];
  const openTab = (tab: string) => {
    const election = createLockElection({ locks: navigator.locks, name, onWon: () => won.push(tab) });
    open.set(tab, election);
    election.call();
  };
  for (const tab of letters) openTab(tab);
  const leaders = () => [...open].filter(([, election]) => election.isLeader()).map(([tab]) => tab);
  const ledBy = (tab: string) => vi.waitFor(() => expect(leaders()).toEqual([tab]));
  const leave = () => open.forEach((election) => election.leave());
  return { open, won, openTab, leaders, ledBy, leave };
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
  const { open, ledBy, leave } = tabsOf("abc");
  await ledBy("a");
  open.get("c")?.call();
  await ledBy("c");
  open.get("c")?.call();
  open.get("b")?.leave();
  open.get("c")?.leave();
  await ledBy("a");
  leave();
});

it("whoever left before the lock came never leads", async () => {
  const { open, won, ledBy, leave } = tabsOf("ab");
  open.get("a")?.leave();
  await ledBy("b");
  expect(won).toEqual(["b"]);
  leave();
});
