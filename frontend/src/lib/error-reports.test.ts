import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setConsentShop } from "@/lib/consent";

const jar = vi.spyOn(Document.prototype, "cookie", "get");

beforeEach(() => {
  vi.resetModules();
  setConsentShop("nachtfalter");
});
afterEach(() => jar.mockReturnValue(""));

async function loaded() {
  const consent = await import("@/lib/consent");
  consent.setConsentShop("nachtfalter");
  return import("@/lib/error-reports");
}

it.each(["", "nachtfalter_TrackingAllowed=no", "kellerkind_TrackingAllowed=yes"])(
  "keeps nothing without a yes (%j)",
  async (cookies) => {
    jar.mockReturnValue(cookies);
    const { reportTrouble, listenToTrouble } = await loaded();
    reportTrouble(new Error("before"), "page");
    jar.mockReturnValue("nachtfalter_TrackingAllowed=yes");
    const heard = vi.fn();
    listenToTrouble(heard);
    expect(heard).not.toHaveBeenCalled();
  },
);

it("tells who listens, late too, and not after that", async () => {
  jar.mockReturnValue("nachtfalter_TrackingAllowed=yes");
  const { reportTrouble, listenToTrouble } = await loaded();
  const [early, later] = [new Error("early"), new Error("later")];
  reportTrouble(early, "page");
  const heard = vi.fn();
  const stop = listenToTrouble(heard);
  reportTrouble(later, "paying");
  stop();
  reportTrouble(new Error("after"), "paying");
  expect(heard.mock.calls).toEqual([
    [early, "page"],
    [later, "paying"],
  ]);
});
