import { useEffect } from "react";
import { useShop } from "@/lib/shop-data";
import { useOpenedPage } from "@/ui/dialog/opened-page";

/** Names the document after a navigation; the server has named the first page already. */
export function usePageTitle(title: string | undefined): void {
  const shop = useShop();
  const { opened, entitle } = useOpenedPage();
  const own = shop.meta.overrideTitle || shop.name;
  useEffect(() => {
    if (title !== undefined) entitle(title ? `${title} – ${own}` : own, opened);
  }, [entitle, opened, own, title]);
}
