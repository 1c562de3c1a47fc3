import { useEffect } from "react";
import { useShop } from "@/lib/shop-data";
import { useOpenedPage } from "@/ui/dialog/opened-page";

/** Names the document after a navigation; the server has named the first page already (`shop/web/pages.py`). "": home. */
export function usePageTitle(title: string | undefined): void {
  const { name, meta } = useShop();
  const { opened, entitle } = useOpenedPage();
  const words = title === undefined ? undefined : title || meta.overrideTitle;
  useEffect(() => {
    if (words !== undefined) entitle(withName(words, name), opened);
  }, [entitle, name, opened, words]);
}

/** The shop's name stands in every title, once. */
const withName = (title: string, name: string): string =>
  title.includes(name) ? title : [title, name].filter(Boolean).join(" – ");
