// What search engines read of a page in its head, as the server's shell.html and pages.py write it.
import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import type { ShopPath } from "@/lib/paths";
import { LOCALES, useShopPage } from "@/lib/shop-data";
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

function list(address: string, search: string): void {
  const asked = new URLSearchParams(search);
  const kept = PAGE_PARAMETERS.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? ""]] : []));
  const own = kept.length > 0 ? `${address}?${new URLSearchParams(kept)}` : address;
  const alternate = (hreflang: string, href: string): Tag => ["link", { rel: "alternate", hreflang, href }];
  write(
    ["link", { rel: "canonical", href: own }],
    ...LOCALES.map((locale) => alternate(locale, `${address}?${new URLSearchParams([...kept, ["lang", locale]])}`)),
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
  const address = useAddressOf()(pathname);
  // Before what the page itself says below.
  useLayoutEffect(() => {
    if (opened) return;
    if (unlisted) unlist();
    else list(address, search);
  }, [address, opened, search, unlisted]);
}

/** Names the page that stands for this one. */
export function useStandIn(path: ShopPath | undefined): void {
  const { pathname, search } = useLocation();
  const address = useAddressOf()(path ?? "");
  useEffect(() => {
    if (path) list(address, search);
  }, [path, address, pathname, search]);
}

/** Says that there is nothing here. */
export function useUnlisted(): void {
  const { pathname, search } = useLocation();
  useEffect(unlist, [pathname, search]);
}
