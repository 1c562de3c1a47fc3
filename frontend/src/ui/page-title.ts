import { useEffect } from "react";
import { useShop } from "@/lib/shop-data";

let painted = true;

/** Names the document after a navigation; the server has named the first page already. */
export function usePageTitle(title: string | undefined): void {
  const shop = useShop();
  const own = shop.meta.overrideTitle || shop.name;
  useEffect(() => {
    if (title === undefined) return;
    if (!painted) document.title = title ? `${title} – ${own}` : own;
    painted = false;
  }, [own, title]);
}
