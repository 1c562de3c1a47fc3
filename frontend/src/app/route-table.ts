import type { DocumentNode } from "@apollo/client";
import type { ComponentType } from "react";
import { matchPath } from "react-router";
import { decoded } from "@/lib/decoded";
import { patterns } from "@/lib/paths";
import type { TextGroup } from "@/lib/texts/text-groups";
import { routeTexts } from "@/app/route-texts";
import { loadTexts } from "@/lib/texts/i18n";

/** What routes/<name>/route.tsx exports. */
export interface RouteModule {
  default: ComponentType;
  /** the page's own query, which the server answers inside the page and links prefetch */
  query?: DocumentNode;
  variables?: (
    params: Readonly<Record<string, string | undefined>>,
    search: URLSearchParams,
  ) => Record<string, unknown>;
  /** loads what the first render needs besides, by the answer of the page's query */
  prepare?: (data: never) => Promise<unknown> | undefined;
}

export interface Route {
  name: string;
  pattern: string;
  load: () => Promise<RouteModule>;
  /** the page of a route that shows several: a parameter that the address says in words */
  page?: string;
  /** search engines leave it out */
  unlisted?: boolean;
  isCheckout?: boolean;
}

const withTexts = (groups: readonly TextGroup[], load: () => Promise<unknown>) => () =>
  Promise.all([load(), ...groups.map(loadTexts)]).then(([module]) => module as RouteModule);

function route(name: string, pattern: string, load: () => Promise<unknown>): Route {
  return { name, pattern, load: withTexts(routeTexts(name), load) };
}
const unlisted = (page: Route): Route => ({ ...page, unlisted: true });
const checkoutRoute = (name: keyof typeof patterns, load: () => Promise<unknown>): Route =>
  unlisted({ ...route(name, patterns[name], load), isCheckout: true });

const STATIC_PAGES = [
  "contact",
  "imprint",
  "terms",
  "terms-withdrawal",
  "terms-advent",
  "datapolicy",
  "faq",
  "jobs",
  "gamepolicy",
  "kulturpass",
  "nofrills",
  "shipping",
  "accessibility",
  "facebookintegration",
] as const;

export const notFound = unlisted(route("not-found", "*", () => import("@/routes/not-found/route")));

export const routesOf = (isBand: boolean): Route[] => [
  isBand
    ? route("band-home", patterns.home, () => import("@/routes/band-home/route"))
    : route("main-home", patterns.home, () => import("@/routes/main-home/route")),
  route("artists", patterns.artists, () => import("@/routes/artists/route")),
  route("artist", patterns.artist, () => import("@/routes/artist/route")),
  route("categories", patterns.categories, () => import("@/routes/categories/route")),
  route("category", patterns.category, () => import("@/routes/category/route")),
  route("product", patterns.product, () => import("@/routes/product/route")),
  route("bundle", patterns.bundle, () => import("@/routes/bundle/route")),
  route("events", patterns.events, () => import("@/routes/events/route")),
  route("event", patterns.event, () => import("@/routes/event/route")),
  route("tour", patterns.tour, () => import("@/routes/tour/route")),
  route("news", patterns.news, () => import("@/routes/news/route")),
  unlisted(route("search", patterns.search, () => import("@/routes/search/route"))),
  checkoutRoute("checkout", () => import("@/routes/checkout/route")),
  checkoutRoute("checkout-details", () => import("@/routes/checkout-details/route")),
  checkoutRoute("checkout-payment", () => import("@/routes/checkout-payment/route")),
  checkoutRoute("checkout-confirm", () => import("@/routes/checkout-confirm/route")),
  checkoutRoute("checkout-merge", () => import("@/routes/checkout-merge/route")),
  checkoutRoute("checkout-resume", () => import("@/routes/checkout-resume/route")),
  checkoutRoute("checkout-order", () => import("@/routes/checkout-order/route")),
  checkoutRoute("checkout-done", () => import("@/routes/checkout-done/route")),
  unlisted(route("refund", patterns.refund, () => import("@/routes/refund/route"))),
  unlisted(route("trace", patterns.trace, () => import("@/routes/trace/route"))),
  unlisted(route("checkin", patterns.checkin, () => import("@/routes/checkin/route"))),
  unlisted(route("ticketservice", patterns.ticketservice, () => import("@/routes/ticketservice/route"))),
  route("advent", patterns.advent, () => import("@/routes/advent/route")),
  ...STATIC_PAGES.map((page) => ({
    ...route("static-page", patterns[page], () => import("@/routes/static-page/route")),
    page,
  })),
];

/** Nothing is called otherwise, so that no page has to ask for it. */
const SLUG = /^[-\w]+$/;

/** The route that shows a page under these parameters. */
export const shownRoute = (route: Route, { slug }: Readonly<Record<string, string | undefined>>): Route =>
  slug === undefined || SLUG.test(slug) ? route : notFound;

/** Part by part, so that an escaped slash ends none. */
const readable = (pathname: string): string =>
  pathname
    .split("/")
    .map((part) => decoded(part, decodeURIComponent).replaceAll("/", "%2F"))
    .join("/");

/** The route of an address below the base path, and its parameters. */
export function matchRoute(routes: readonly Route[], pathname: string) {
  const read = readable(pathname);
  for (const candidate of routes) {
    const match = matchPath(candidate.pattern, read);
    if (match) return { route: shownRoute(candidate, match.params), params: { ...match.params, page: candidate.page } };
  }
  return { route: notFound, params: {} };
}
