import { useEffect, useRef } from "react";
import { useHref, useLocation } from "react-router";
import { LOCALES } from "@/lib/shop-data";

/** After a navigation, the head names the new page's address; the server has named the first page's. */
export function useCanonical(): void {
  const { pathname } = useLocation();
  const href = useHref(pathname === "/" ? "" : pathname);
  const named = useRef(pathname);
  useEffect(() => {
    if (named.current === pathname) return;
    named.current = pathname;
    const address = new URL(href, window.location.origin).href;
    const name = (selector: string, value: string) => document.head.querySelector(`link${selector}`)?.setAttribute("href", value);
    name("[rel=canonical]", address);
    name("[hreflang=x-default]", address);
    for (const locale of LOCALES) name(`[hreflang=${locale}]`, `${address}?lang=${locale}`);
  }, [href, pathname]);
}
