import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useConsent } from "@/features/consent";

const written: string[] = [];
const setter = vi.spyOn(Document.prototype, "cookie", "set");
setter.mockImplementation((text) => void written.push(text));
const jar = vi.spyOn(Document.prototype, "cookie", "get").mockReturnValue("");

afterEach(() => {
  written.length = 0;
  jar.mockReturnValue("");
});

describe("consent", () => {
  it.each([
    ["", "unset"],
    ["locale=de; TrackingAllowed=yes", "yes"],
    ["TrackingAllowed=no; locale=de", "no"],
    ["NotTrackingAllowed=yes", "unset"],
    ["TrackingAllowed=perhaps", "unset"],
  ])("reads %j as %s", (cookies, state) => {
    jar.mockReturnValue(cookies);
    expect(renderHook(() => useConsent()).result.current.state).toBe(state);
  });

  it("keeps a yes for 356 days and a no for 10, for this site only", () => {
    const { result } = renderHook(() => useConsent());
    act(() => result.current.allow());
    act(() => result.current.deny());
    expect(written).toEqual([
      `TrackingAllowed=yes; path=/; max-age=${356 * 86_400}; samesite=lax`,
      `TrackingAllowed=no; path=/; max-age=${10 * 86_400}; samesite=lax`,
    ]);
  });

  it("tells everybody on the page at once", () => {
    const one = renderHook(() => useConsent());
    const other = renderHook(() => useConsent());
    jar.mockReturnValue("TrackingAllowed=yes");
    act(() => one.result.current.allow());
    expect(other.result.current.state).toBe("yes");
  });
});
