import { createContext, use } from "react";
import type { ShopData } from "@/generated/lib/shop";
import type { Language, Locale } from "@/lib/languages";
import type { Plain } from "@/lib/wire/plain";

export type Shop = Plain<ShopData>;

/** What the page shell writes into #shop-data. */
export interface ShopPage {
  shop: Shop;
  locale: Locale;
  /** every language of the shop, its own too */
  languages: readonly Language[];
  /** "" on the main shop and on a shop's own domain, else "/{slug}" */
  basePath: string;
  /** the shop's own address, without a slash at the end */
  shopUrl: string;
  shopSlug: string;
  graphqlUrl: string;
  restUrl: string;
  testMode: boolean;
  /** how long a session lasts after its renewal */
  sessionSeconds: number;
  /** when the server wrote the page (ISO) */
  now: string;
  /** nothing is answered without the visitor's cookie */
  isGated: boolean;
}

/** What the page shell writes into #page-data: the answer of the page's own query. */
export interface PageData {
  operation: string;
  variables: Record<string, unknown>;
  data: Record<string, unknown>;
  status: number;
  route: string;
}

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : null;
}

export function readShopPage(): ShopPage {
  const page = readJson("shop-data");
  if (!page) throw new Error("the page has no #shop-data");
  return page as ShopPage;
}

export const readPageData = (): PageData | null => readJson("page-data") as PageData | null;

export const ShopContext = createContext<ShopPage | null>(null);

/** Puts a shop's texts in another language into the page. */
export const ChangeShopContext = createContext<(shop: Shop, locale: Locale) => void>(() => undefined);

export function useShopPage(): ShopPage {
  const page = use(ShopContext);
  if (!page) throw new Error("useShopPage outside of ShopContext");
  return page;
}

export const useShop = (): Shop => useShopPage().shop;
