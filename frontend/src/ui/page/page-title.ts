import { useEffect } from "react";
import { useShop } from "@/lib/shop-data";
import { useOpenedPage } from "@/ui/dialog/opened-page";

/** Names the document after a navigation; the server has named the first page already (`shop/web/pages.py`). "": home. */
export function usePageTitle(title: string | undefined): void {
  const { name, meta } = useShop();
  const { opened, entitle } = useOpenedPage();
  const words = title === "" ? meta.overrideTitle || name : title;
  useEffect(() => {
    // The shop's name stands in every title, once.
    if (words) entitle(words.includes(name) ? words : `${words} – ${name}`, opened);
  }, [entitle, name, opened, words]);
}
