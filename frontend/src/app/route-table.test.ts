import { describe, expect, it } from "vitest";
import { paths, patterns } from "@/lib/paths";
import { matchRoute, routesOf } from "@/app/route-table";
import { routeTexts } from "@/app/route-texts";

describe("paths", () => {
  it("escape what they are given", () => {
    expect(paths.product("rot/weiß")).toBe("/products/rot%2Fwei%C3%9F");
    expect(paths.checkoutDone("s3cret", "BAX1")).toBe("/checkout/done/s3cret/BAX1");
    expect(paths.home()).toBe("/");
  });

  it("lead to the route of their pattern", () => {
    const routes = routesOf(false);
    expect(matchRoute(routes, paths.tour("nachtflug"))).toMatchObject({
      route: { name: "tour" },
      params: { slug: "nachtflug" },
    });
    expect(matchRoute(routes, "/")).toMatchObject({ route: { name: "main-home" } });
    expect(matchRoute(routesOf(true), "/")).toMatchObject({ route: { name: "band-home" } });
    expect(matchRoute(routes, "/nowhere")).toMatchObject({ route: { name: "not-found" } });
  });

  it("have a pattern per page", () => expect(new Set(Object.values(patterns)).size).toBe(Object.keys(patterns).length));
});

it("routes that need texts have them, and every step of the checkout those of the checkout", () => {
  const names = new Set([...routesOf(true), ...routesOf(false)].map((route) => route.name));
  const withTexts = [...names]
    .filter((name) => routeTexts(name).length > 0)
    .map((name) => `${name}: ${routeTexts(name).join()}`);
  expect(withTexts).toContain("checkout-confirm: checkout");
  expect(withTexts).toContain("checkout-done: checkout,order");
  expect(withTexts.filter((told) => /^(advent|bundle|event|search): /.test(told))).toHaveLength(4);
});
