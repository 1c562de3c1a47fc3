import { use } from "react";
import { useLocation } from "react-router";
import { useCart } from "@/features/cart";
import { useClient } from "@/lib/client";
import { activateLocale, rememberLocale, useTexts } from "@/lib/i18n";
import { createRest } from "@/lib/rest";
import { fetchShop } from "@/lib/shop-rest";
import { ChangeShopContext, useShopPage, type Locale } from "@/lib/shop-data";

const NAMES: Record<Locale, string> = { de: "Deutsch", en: "English" };

/** A link to the same page in the other language; with script the page changes in place. */
export function LanguageSwitch() {
  const { locale } = useTexts();
  const client = useClient();
  const { restUrl, basePath } = useShopPage();
  const changeShop = use(ChangeShopContext);
  const { cart, refresh } = useCart();
  const { pathname } = useLocation();
  const other: Locale = locale === "de" ? "en" : "de";

  const change = async () => {
    rememberLocale(other);
    await activateLocale(other);
    changeShop(await fetchShop(restUrl), other);
    await (await client.load()).resetStore();
    if (!cart) return;
    // The order's mails follow the session's language; the page itself does not need it.
    await createRest(restUrl)("PATCH", "session", { language: other }).catch(() => undefined);
    await refresh();
  };

  return (
    <a
      href={`${basePath}${pathname}?lang=${other}`}
      hrefLang={other}
      lang={other}
      className="display flex h-11 min-w-11 items-center justify-center text-lg uppercase no-underline hover:underline"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const { href } = event.currentTarget;
        change().catch(() => window.location.assign(href));
      }}
    >
      <span aria-hidden="true">{other}</span>
      <span className="sr-only">{NAMES[other]}</span>
    </a>
  );
}
