import { readCookie, writeCookie } from "@/lib/cookies";

const DAYS = 365;
const cookie = (shopSlug: string) => `${shopSlug}_newsletter_hidden`;

/** Whether this shop's popup is hidden: for good, or because it was closed during this visit. */
export function popupHidden(shopSlug: string): boolean {
  if (readCookie(cookie(shopSlug))) return true;
  try {
    return sessionStorage.getItem(cookie(shopSlug)) !== null;
  } catch {
    return false;
  }
}

export function closePopup(shopSlug: string): void {
  try {
    sessionStorage.setItem(cookie(shopSlug), "1");
  } catch {
    // It comes up again on the next visit of the home page then.
  }
}

export const hidePopupForGood = (shopSlug: string): void => writeCookie(cookie(shopSlug), "1", DAYS);
