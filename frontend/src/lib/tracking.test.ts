import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setConsentShop } from "@/lib/consent";
import { listenToTracking, track } from "@/lib/tracking";

const jar = vi.spyOn(Document.prototype, "cookie", "get");
const told = vi.fn();
let stop: () => void;

beforeEach(() => {
  setConsentShop("nachtfalter");
  stop = listenToTracking(told);
});
afterEach(() => {
  stop();
  told.mockClear();
});

describe("tracking", () => {
  it.each([
    "",
    "nachtfalter_TrackingAllowed=no",
    "nachtfalter_TrackingAllowed=",
    "TrackingAllowed=yes",
    "kellerkind_TrackingAllowed=yes",
  ])("tells nobody with the cookies %j", (cookies) => {
    jar.mockReturnValue(cookies);
    track("ViewContent");
    track("click");
    expect(told).not.toHaveBeenCalled();
  });

  it("tells the kind with consent, and stops when it is taken back", () => {
    jar.mockReturnValue("nachtfalter_TrackingAllowed=yes");
    track("AddToCart");
    expect(told.mock.calls).toEqual([["AddToCart"]]);
    jar.mockReturnValue("nachtfalter_TrackingAllowed=no");
    track("AddToCart");
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("tells who listens later what was allowed, once", () => {
    stop();
    jar.mockReturnValue("");
    track("click");
    jar.mockReturnValue("nachtfalter_TrackingAllowed=yes");
    track("AddToCart");
    expect(told).not.toHaveBeenCalled();
    stop = listenToTracking(told);
    expect(told.mock.calls).toEqual([["AddToCart"]]);
    stop();
    stop = listenToTracking(told);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("forgets what waited when the consent is taken back", () => {
    stop();
    jar.mockReturnValue("nachtfalter_TrackingAllowed=yes");
    track("click");
    jar.mockReturnValue("nachtfalter_TrackingAllowed=no");
    stop = listenToTracking(told);
    expect(told).not.toHaveBeenCalled();
  });
});
