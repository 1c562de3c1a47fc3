import { act, renderHook } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { useVisitState } from "@/ui/hooks/use-visit-state";

afterEach(() => window.history.replaceState(null, ""));

it("is found again where the visit is the same, and the router's own state stays", () => {
  window.history.replaceState({ key: "router", idx: 3 }, "");
  const { result, unmount } = renderHook(() => useVisitState("filter", "all"));
  expect(result.current[0]).toBe("all");
  act(() => result.current[1]("mine"));
  expect(result.current[0]).toBe("mine");
  expect(window.history.state).toEqual({ key: "router", idx: 3, filter: "mine" });
  unmount();
  expect(renderHook(() => useVisitState("filter", "all")).result.current[0]).toBe("mine");
});

it("begins anew with a new visit", () => {
  const { result, unmount } = renderHook(() => useVisitState("filter", "all"));
  act(() => result.current[1]("mine"));
  unmount();
  window.history.pushState({ key: "next" }, "");
  expect(renderHook(() => useVisitState("filter", "all")).result.current[0]).toBe("all");
});

it("is what the server wrote while the page hydrates", () => {
  window.history.replaceState({ filter: "mine" }, "");
  const Page = () => useVisitState("filter", "all")[0];
  expect(renderToString(<Page />)).toBe("all");
});
