import { describe, expect, it } from "vitest";
import { movedTo } from "@/app/moved";

const map = (entries: Record<string, string>) =>
  Object.entries(entries).map(([source, target]) => ({ source, target }));

describe("movedTo", () => {
  it.each([
    ["/merch", "/categories"],
    ["/merch/shirts", "/categories/shirts"],
    ["/item/shirt/", "/products/shirt"],
    ["/ticket/show", "/events/show"],
    ["/tickets", "/events"],
    ["/events/show", ""],
    ["/merch/a/b", ""],
    ["/", ""],
  ])("leads %s of earlier years to %s", (from, to) => expect(movedTo([], from)).toBe(to));

  it("follows the shop's map to its end, to another path or another site", () => {
    const redirects = map({ "/a": "/b", "/b": "/merch/shirts", "/out": "https://band.example/", "/empty": "" });
    expect(movedTo(redirects, "/a")).toBe("/categories/shirts");
    expect(movedTo(redirects, "/out")).toBe("https://band.example/");
    expect(movedTo(redirects, "/empty")).toBe("");
  });

  it("stays where the map says that a path of earlier years leads nowhere", () => {
    const off = map({ "/merch": "", "/a": "/merch" });
    expect(movedTo(off, "/merch")).toBe("");
    expect(movedTo(off, "/merch/")).toBe("");
    expect(movedTo(off, "/a")).toBe("/merch");
    expect(movedTo(off, "/item")).toBe("/categories");
  });

  it("never goes round in a circle", () => {
    expect(movedTo(map({ "/a": "/b", "/b": "/a?x=1" }), "/a")).toBe("");
    expect(movedTo(map({ "/a": "/a/" }), "/a")).toBe("");
    const withOld = map({ "/categories/x": "/merch/x" });
    expect(movedTo(withOld, "/categories/x")).toBe("");
    expect(movedTo(withOld, "/merch/x")).toBe("/categories/x");
  });
});
