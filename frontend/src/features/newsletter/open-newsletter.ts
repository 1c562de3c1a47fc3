import type { ShopPage } from "@/lib/shop-data";

/** The form over the page; whether the visitor signed up. */
export async function openNewsletter(page: ShopPage): Promise<boolean> {
  const [{ showDialog }, { newsletterDialog }] = await Promise.all([import("@/ui/show-dialog"), import("./form")]);
  return showDialog<boolean>((close) => newsletterDialog(page, close));
}
