import { useEffect } from "react";
import { useShop } from "@/lib/shop-data";

let served = true;

/** Names the document after a navigation; the server has named the first page already. */
export function usePageTitle(title: string | undefined): void {
  const shop = useShop();
  const own = shop.meta.overrideTitle || shop.name;
  useEffect(() => {
    if (title === undefined) return;
    if (!served) document.title = title ? `${title} – ${own}` : own;
    served = false;
  }, [own, title]);
}
