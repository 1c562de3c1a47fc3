// What search engines read of a page in its head, as the server's shell.html and pages.py write it.
import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import type { Language } from "@/lib/languages";
import type { ShopPath } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useOpenedPage } from "@/ui/dialog/opened-page";

/** What an address may ask of a page that search engines list by itself: a further part of its list. */
const PAGE_PARAMETERS = ["after"];

type Tag = readonly [name: "link" | "meta", attributes: Record<string, string>];

function write(...tags: readonly Tag[]): void {
  for (const old of document.head.querySelectorAll("link[rel=canonical], link[hreflang], meta[name=robots]"))
    old.remove();
  for (const [name, attributes] of tags) {
    const tag = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) tag.setAttribute(attribute, value);
    document.head.append(tag);
  }
}

const unlist = () => write(["meta", { name: "robots", content: "noindex" }]);

function list(address: string, search: string, languages: readonly Language[]): void {
  const asked = new URLSearchParams(search);
  const kept = PAGE_PARAMETERS.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? ""]] : []));
  const own = kept.length > 0 ? `${address}?${new URLSearchParams(kept)}` : address;
  const alternate = (hreflang: string, href: string): Tag => ["link", { rel: "alternate", hreflang, href }];
  write(
    ["link", { rel: "canonical", href: own }],
    ...languages.map(({ code }) => alternate(code, `${address}?${new URLSearchParams([...kept, ["lang", code]])}`)),
    alternate("x-default", own),
  );
}

/** The address of a page without anything else that led there. */
function useAddressOf(): (path: string) => string {
  const { shopUrl, basePath } = useShopPage();
  return (path) => shopUrl + (path === "/" && basePath ? "" : path);
}

/** After a navigation the head names the new page, or says that it is unlisted; the server has named the first one. */
export function useListing(unlisted: boolean): void {
  const { pathname, search } = useLocation();
  const { opened } = useOpenedPage();
  const { languages } = useShopPage();
  const address = useAddressOf()(pathname);
  // Before what the page itself says below.
  useLayoutEffect(() => {
    if (opened) return;
    if (unlisted) unlist();
    else list(address, search, languages);
  }, [address, languages, opened, search, unlisted]);
}

/** Names the page that stands for this one. */
export function useStandIn(path: ShopPath | undefined): void {
  const { pathname, search } = useLocation();
  const { languages } = useShopPage();
  const address = useAddressOf()(path ?? "");
  useEffect(() => {
    if (path) list(address, search, languages);
  }, [path, address, languages, pathname, search]);
}

/** Says that there is nothing here. */
export function useUnlisted(): void {
  const { pathname, search } = useLocation();
  useEffect(unlist, [pathname, search]);
}
