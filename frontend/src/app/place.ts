/** Where one is on a page: how far down, and above all by a link, as what lies above it may be of another height later. */
export interface Place {
  y: number;
  link?: { href: string; nth: number; top: number };
}

const links = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")];
const sameHref = (href: string | null) => (link: HTMLAnchorElement) => link.getAttribute("href") === href;

/** The first link in sight; what the browser has not laid out is not asked. */
function linkInSight(all: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  return all.find((link) => {
    if (!link.checkVisibility({ contentVisibilityAuto: true })) return false;
    const { top, height } = link.getBoundingClientRect();
    return height > 0 && top >= 0 && top < window.innerHeight;
  });
}

export function placeNow(): Place {
  const y = window.scrollY;
  if (y === 0) return { y };
  const all = links();
  const link = linkInSight(all);
  if (!link) return { y };
  const href = link.getAttribute("href") ?? "";
  const nth = all.filter(sameHref(href)).indexOf(link);
  return { y, link: { href, nth, top: link.getBoundingClientRect().top } };
}

/** How far down that place is now; undefined while its link is not there. */
function whereNow({ y, link }: Place): number | undefined {
  if (!link) return y;
  const found = links().filter(sameHref(link.href))[link.nth];
  const box = found?.getClientRects()[0];
  return box && window.scrollY + box.top - link.top;
}

const PATIENCE_MS = 3000;
const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

/** Scrolls to a place, again as the page grows, until it has been still for a while. Returns how to stop. */
export function returnTo(place: Place): () => void {
  let late: ReturnType<typeof setTimeout>;
  const stop = () => {
    grown.disconnect();
    clearTimeout(late);
    for (const kind of MOVES) window.removeEventListener(kind, stop);
  };
  const go = () => {
    clearTimeout(late);
    late = setTimeout(stop, PATIENCE_MS);
    window.scrollTo(0, whereNow(place) ?? place.y);
  };
  const grown = new ResizeObserver(go);
  // Whoever moves on by then is left alone.
  for (const kind of MOVES) window.addEventListener(kind, stop, { passive: true });
  grown.observe(document.body);
  go();
  return stop;
}
