import { useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { placeNow, returnTo, type Place } from "@/app/place";
import { keepInTab, readInTab } from "@/lib/tab-memory";
import { wayHere } from "@/lib/way-here";

const KEY = "places";
type Places = Record<string, Place>;

const readPlaces = (): Places => (readInTab(KEY) ?? {}) as Places;

const heading = () => document.querySelector<HTMLElement>("main h1");

/** Now, or once it is there: a page whose data is still on its way has no heading yet. Returns how to stop waiting. */
function focusHeading(): (() => void) | undefined {
  const present = heading();
  if (present) {
    present.focus({ preventScroll: true });
    return undefined;
  }
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    const late = heading();
    if (!late) return;
    observer.disconnect();
    // Whoever has gone on by then is left alone.
    const { activeElement } = document;
    if (activeElement === before || activeElement === document.body) late.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** A new page starts at its top with the focus on its heading; going back returns to where one was. */
export function ScrollAndFocus() {
  const { key: visit, pathname, hash } = useLocation();
  // The first visit of every document has the same key.
  const key = `${visit} ${pathname}${hash}`;
  const kind = useNavigationType();
  const first = useRef(true);
  const page = useRef(pathname);

  // In the commit itself: the next page's first scroll event must not be taken for the last page's.
  useLayoutEffect(() => {
    window.history.scrollRestoration = "manual";
    const remember = () => {
      const places = { ...readPlaces(), [key]: placeNow() };
      keepInTab(KEY, Object.fromEntries(Object.entries(places).slice(-50)));
    };
    window.addEventListener("scrollend", remember);
    // A link may be followed while the page still glides.
    window.addEventListener("click", remember, true);
    window.addEventListener("pagehide", remember);
    return () => {
      window.removeEventListener("scrollend", remember);
      window.removeEventListener("click", remember, true);
      window.removeEventListener("pagehide", remember);
    };
  }, [key]);

  useLayoutEffect(() => {
    const wasFirst = first.current;
    first.current = false;
    const before = page.current;
    page.current = pathname;
    if (wasFirst && wayHere() === "navigate") return undefined;
    if (kind === NavigationType.Pop) {
      const place = readPlaces()[key];
      return place && returnTo(place);
    }
    if (wasFirst) return undefined;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView();
    else if (kind === NavigationType.Push || before !== pathname) window.scrollTo(0, 0);
    return focusHeading();
  }, [key, hash, kind, pathname]);

  return null;
}
