import { beforeEach, expect, it, vi } from "vitest";
import { proves } from "@/testing/proves";
import { MINUTE, settled, START, Visitor } from "@/testing/session-visitor";
import type { Session } from "./session";

let visitor: Visitor;
beforeEach(() => {
  visitor = new Visitor();
});

/** `minutes` of doing something each half minute, in this tab. */
async function actFor(session: Session, minutes: number): Promise<void> {
  for (let i = 0; i < 2 * minutes; i++) {
    session.act();
    await visitor.device.pass(MINUTE / 2);
  }
}

it("of five tabs one renews, at most once a minute, whichever of them is used", async () => {
  const tabs = ["a", "b", "c", "d", "e"].map((tab, at) => visitor.open(tab, [3, 900, 40, 9999, 12][at] ?? 0));
  await visitor.device.pass(2000);
  for (const tab of tabs) await actFor(tab, 5);
  expect(new Set(visitor.beats)).toEqual(new Set(["d"]));
  expect(visitor.beats.length).toBeGreaterThan(15);
  expect(visitor.beats.length).toBeLessThanOrEqual(25);
  expect(new Set(Object.values(visitor.shown)).size).toBe(1);
});

it("the leader closes: another tab goes on", async () => {
  const [left] = [visitor.open("a", 1), visitor.open("b", 2)];
  await visitor.device.pass(2000);
  visitor.tabs.get("b")?.leave();
  await actFor(left, 5);
  expect(new Set(visitor.beats)).toEqual(new Set(["a"]));
});

it("the leader sleeps without a word: who is used waits two minutes and leads", async () => {
  const used = visitor.open("a", 1);
  visitor.open("b", 2);
  await visitor.device.pass(2000);
  visitor.deaf.add("b");
  await actFor(used, 6);
  expect(new Set(visitor.beats)).toEqual(new Set(["a"]));
  expect(visitor.endsAt).toBeGreaterThan(visitor.device.now + 18 * MINUTE);
});

it("a renewal that a tab hears of late counts from when it was given", async () => {
  const late = visitor.open("a", 1);
  const leader = visitor.open("b", 2);
  await visitor.device.pass(2000);
  visitor.asleep.set("a", []);
  await actFor(leader, 2);
  await visitor.device.pass(3.5 * MINUTE);
  visitor.wakeUp("a");
  expect(visitor.beats).not.toEqual([]);
  await visitor.device.pass(12 * MINUTE);
  expect([late.notice(), leader.notice()]).toEqual(["warning", "warning"]);
});

it("who does nothing is asked at five minutes, and loses everything after twenty", async () => {
  const session = visitor.open("a", 1);
  const told = vi.fn();
  session.subscribe(told);
  await visitor.device.pass(14 * MINUTE);
  expect([session.notice(), visitor.beats]).toEqual([null, []]);
  await visitor.device.pass(MINUTE + 1000);
  expect(session.notice()).toBe("warning");
  await visitor.device.pass(5 * MINUTE + 1000);
  expect([session.notice(), visitor.shown["a"], visitor.beats]).toEqual(["ended", null, []]);
  expect(told).toHaveBeenCalledTimes(2);
  session.dismiss();
  expect(session.notice()).toBeNull();
});

it(
  "half a minute before the end the leader has all tabs read the cart",
  proves("purchase §4", "half a minute before the end all tabs read the cart"),
  async () => {
    visitor.open("a", 1);
    visitor.open("b", 2);
    await visitor.device.pass(19 * MINUTE);
    expect(visitor.announced).toEqual([]);
    await visitor.device.pass(MINUTE / 2);
    expect([visitor.announced, visitor.read]).toEqual([["b"], ["b"]]);
  },
);

it("one press makes it longer, and says so for a while", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(16 * MINUTE);
  await session.extend();
  expect([session.notice(), visitor.shown["a"]]).toEqual(["extended", 20 * 60]);
  await visitor.device.pass(7000);
  expect(session.notice()).toBeNull();
});

it("whoever comes back in the last minute has it renewed at once", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(19.8 * MINUTE);
  expect(session.act()).toBe(true);
  await settled();
  expect(visitor.shown["a"]).toBe(20 * 60);
});

it("after an hour it is said that it cannot be longer, and closing that is for good", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(2000);
  await actFor(session, 54);
  expect(session.notice()).toBeNull();
  await actFor(session, 2);
  expect(session.notice()).toBe("last");
  session.dismiss();
  await actFor(session, 2);
  expect(session.notice()).toBeNull();
  await actFor(session, 3);
  expect(session.notice()).toBe("ended");
});

it("offers no more time for what many want: only an address gives that", async () => {
  visitor.isHurried = true;
  visitor.endsAt = visitor.device.now + 4 * MINUTE;
  const session = visitor.open("a", 0);
  await visitor.device.pass(MINUTE / 6);
  expect(session.notice()).toBe("last");
});

it("without anything in the cart nothing is asked, whatever one does", async () => {
  visitor.pieces = 0;
  const session = visitor.open("a", 1);
  await actFor(session, 30);
  expect([visitor.beats, visitor.asked, visitor.read, visitor.announced]).toEqual([[], [], [], []]);
});

it("what is only remembered to lie there is asked for, and no more once it has gone", async () => {
  const session = createSessionWithoutCart();
  await settled();
  expect([visitor.asked, visitor.shown["a"]]).toEqual([["a"], 20 * 60]);
  session.leave();
  visitor.endsAt = null;
  visitor.pieces = 0;
  const later = createSessionWithoutCart();
  await settled();
  expect(later.notice()).toBe("ended");
});

it("a page that leads at once renews nothing by being opened, and what is done a minute later", async () => {
  visitor.hasLocks = true;
  const session = createSessionWithoutCart();
  session.act();
  await settled();
  expect([visitor.asked, visitor.beats]).toEqual([["a"], []]);
  await visitor.device.pass(MINUTE);
  expect(visitor.beats).toEqual(["a"]);
});

function createSessionWithoutCart(): Session {
  const { pieces } = visitor;
  visitor.pieces = 0;
  const session = visitor.open("a", 1);
  visitor.pieces = visitor.endsAt === null ? 0 : pieces;
  session.hold(2, null, false);
  return session;
}

it(
  "a device that slept through the end asks before it says so",
  proves("docs/decisions/0065", "a device that slept and a clock that was set say nothing before the server was asked"),
  async () => {
    const session = visitor.open("a", 1);
    await visitor.device.pass(MINUTE);
    visitor.device.sleep(60 * MINUTE);
    visitor.isOffline = true;
    session.wake();
    await visitor.device.pass(3000);
    expect([session.notice(), visitor.asked]).toEqual([null, []]);
    visitor.isOffline = false;
    await visitor.device.pass(12_000);
    expect(session.notice()).toBe("ended");
  },
);

it("one that slept while another device's tab renewed it finds that out", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(MINUTE);
  visitor.device.sleep(25 * MINUTE);
  visitor.endsAt = visitor.device.now + 10 * MINUTE;
  await visitor.device.pass(2000);
  expect(visitor.asked).toEqual(["a"]);
  expect([session.notice(), visitor.shown["a"]]).toEqual([null, 10 * 60 - 2]);
});

it.each([-3, 3])("a clock that was set by %i hours is noticed within a second", async (hours) => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(5 * MINUTE);
  visitor.skew = hours * 60 * MINUTE;
  await visitor.device.pass(1000);
  expect([session.notice(), visitor.asked, visitor.shown["a"]]).toEqual([null, ["a"], 15 * 60 - 1]);
});

it("out of sight nothing is asked; back in sight it is", async () => {
  const session = visitor.open("a", 1);
  visitor.isVisible = false;
  await visitor.device.pass(30 * MINUTE);
  expect([session.notice(), visitor.asked]).toEqual([null, []]);
  visitor.isVisible = true;
  await visitor.device.pass(1000);
  expect(session.notice()).toBe("ended");
});

it("on an order's pages nothing is asked and nothing ends; on the next one it does", async () => {
  const session = visitor.open("a", 1);
  session.setQuiet(true);
  await visitor.device.pass(25 * MINUTE);
  expect([session.notice(), visitor.asked, visitor.read]).toEqual(["warning", [], []]);
  session.setQuiet(false);
  await settled();
  expect(session.notice()).toBe("ended");
});

it("what is gone before its time has moved, and is not said to have run out", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(5 * MINUTE);
  Object.assign(visitor, { endsAt: null, pieces: 0 });
  session.act();
  await settled();
  expect([session.notice(), visitor.shown["a"]]).toEqual(["moved", null]);
  session.hold(0, null, false);
  expect(session.notice()).toBe("moved");
  session.dismiss();
  expect(session.notice()).toBeNull();
});

it.each(["the cart is read first", "the end is asked for first"])(
  "what is gone at the session's end has ended, also where %s",
  async (first) => {
    const session = visitor.open("a", 1);
    const isReadFirst = first === "the cart is read first";
    await visitor.device.pass(20 * MINUTE - 1000);
    if (isReadFirst) {
      await visitor.device.pass(1000);
      session.hold(0, null, false);
      expect([session.notice(), visitor.asked]).toEqual(["ended", []]);
    }
    await visitor.device.pass(5000);
    session.hold(0, null, false);
    expect([session.notice(), visitor.shown["a"]]).toEqual(["ended", null]);
    session.dismiss();
    session.hold(0, null, false);
    await visitor.device.pass(MINUTE);
    expect(session.notice()).toBeNull();
  },
);

it("what is taken out of the cart by hand has not ended", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(19.9 * MINUTE);
  visitor.pieces = 0;
  session.hold(0, null, false);
  await visitor.device.pass(MINUTE);
  expect(session.notice()).toBeNull();
});

it("an order takes the things along without a word", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(MINUTE);
  visitor.pieces = 0;
  session.hold(0, null, false);
  await visitor.device.pass(30 * MINUTE);
  expect([session.notice(), visitor.shown["a"], visitor.asked]).toEqual([null, null, []]);
});

it("a press without a connection is told, and nothing is lost", async () => {
  const session = visitor.open("a", 1);
  await visitor.device.pass(16 * MINUTE);
  visitor.isOffline = true;
  await expect(session.extend()).rejects.toThrow("offline");
  expect(session.notice()).toBe("warning");
});

it.each([10 * MINUTE, 40 * MINUTE])("another lifetime on the server is another one here", async (lifetime) => {
  Object.assign(visitor, { lifetime, endsAt: START + lifetime });
  const session = visitor.open("a", 1);
  await visitor.device.pass(MINUTE / 2);
  session.act();
  await visitor.device.pass(lifetime - 3 * MINUTE);
  expect([visitor.beats, session.notice(), visitor.announced]).toEqual([["a"], "warning", []]);
  await visitor.device.pass(4 * MINUTE);
  expect(visitor.announced).toEqual(["a"]);
});

it("a session of seconds is not read without a pause", async () => {
  Object.assign(visitor, { lifetime: 20_000, endsAt: START + 20_000 });
  visitor.open("a", 1);
  await visitor.device.pass(15_000);
  expect(visitor.announced).toEqual(["a"]);
});
