import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useConsent } from "@/features/consent";
import { consentNumber } from "@/features/consent/record";
import { setConsentShop } from "@/lib/consent";

const written: string[] = [];
const setter = vi.spyOn(Document.prototype, "cookie", "set");
setter.mockImplementation((text) => void written.push(text));
const jar = vi.spyOn(Document.prototype, "cookie", "get").mockReturnValue("");

beforeEach(() => setConsentShop("nachtfalter"));
afterEach(() => {
  written.length = 0;
  jar.mockReturnValue("");
});

describe("consent", () => {
  it.each([
    ["", "unset"],
    ["locale=de; nachtfalter_TrackingAllowed=yes", "yes"],
    ["nachtfalter_TrackingAllowed=no; locale=de", "no"],
    ["kellerkind_TrackingAllowed=yes", "unset"],
    ["TrackingAllowed=yes", "unset"],
    ["nachtfalter_TrackingAllowed=perhaps", "unset"],
  ])("reads %j as %s", (cookies, state) => {
    jar.mockReturnValue(cookies);
    expect(renderHook(() => useConsent()).result.current.state).toBe(state);
  });

  it("keeps a yes for 356 days and a no for 10, in this shop only", () => {
    const { result } = renderHook(() => useConsent());
    act(() => result.current.allow());
    act(() => result.current.deny());
    expect(written).toEqual([
      `nachtfalter_TrackingAllowed=yes; path=/; max-age=${356 * 86_400}; samesite=lax`,
      `nachtfalter_TrackingAllowed=no; path=/; max-age=${10 * 86_400}; samesite=lax`,
    ]);
  });

  it("has a number of its own in every shop", () => {
    jar.mockReturnValue("nachtfalter_ConsentNumber=17");
    expect(consentNumber()).toBe("17");
    setConsentShop("kellerkind");
    expect(consentNumber()).toBeNull();
  });

  it("tells everybody on the page at once", () => {
    const one = renderHook(() => useConsent());
    const other = renderHook(() => useConsent());
    jar.mockReturnValue("nachtfalter_TrackingAllowed=yes");
    act(() => one.result.current.allow());
    expect(other.result.current.state).toBe("yes");
  });
});
