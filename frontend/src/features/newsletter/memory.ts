import { readCookie, writeCookie } from "@/lib/cookies";
import { keepInTab, readInTab } from "@/lib/tab-memory";

const DAYS = 365;
const cookie = (shopSlug: string) => `${shopSlug}_newsletter_hidden`;

/** Whether this shop's popup is hidden: for good, or because it was closed during this visit. */
export function popupHidden(shopSlug: string): boolean {
  return readCookie(cookie(shopSlug)) !== null || readInTab(cookie(shopSlug)) !== null;
}

export const closePopup = (shopSlug: string): void => keepInTab(cookie(shopSlug), 1);

export const hidePopupForGood = (shopSlug: string): void => writeCookie(cookie(shopSlug), "1", DAYS);
