import { use, useRef } from "react";
import { useLocation } from "react-router";
import { useCart } from "@/features/cart";
import { useClient } from "@/lib/wire/client";
import { HttpError } from "@/lib/wire/fetch-layer";
import { prepareLocale, rememberLocale, useTexts } from "@/lib/texts/i18n";
import { createRest } from "@/lib/wire/rest";
import { fetchShop } from "@/lib/wire/shop-rest";
import { ChangeShopContext, useShopPage } from "@/lib/shop-data";
import { isKnown, type Locale } from "@/lib/languages";

/** What was wanted needs the network, which is not there. */
export const OFFLINE_EVENT = "no-network";

const isOffline = (error: unknown): boolean => !navigator.onLine || (error instanceof HttpError && error.status === 0);

/** Links to the same page in the other languages; with script the page changes in place, or stays as it is and the overlays say why. */
export function LanguageSwitch() {
  const { locale } = useTexts();
  const client = useClient();
  const { languages, restUrl, basePath } = useShopPage();
  const changeShop = use(ChangeShopContext);
  const { cart, refresh } = useCart();
  const { pathname } = useLocation();
  // Of several choices the last one counts, in whatever order their texts come.
  const chosen = useRef<Locale>(undefined);

  const change = async (other: Locale) => {
    chosen.current = other;
    const [activate, shop] = await Promise.all([prepareLocale(other), fetchShop(restUrl, other)]);
    if (chosen.current !== other) return;
    rememberLocale(other);
    activate();
    changeShop(shop, other);
    await (await client.load()).resetStore();
    if (!cart || !isKnown(other) || chosen.current !== other) return;
    // The order's mails follow the session's language; the page itself does not need it.
    await createRest(restUrl)("PATCH", "session", { language: other }).catch(() => undefined);
    await refresh();
  };

  const fail = (error: unknown, other: Locale, href: string) => {
    if (chosen.current !== other) return;
    if (isOffline(error)) dispatchEvent(new Event(OFFLINE_EVENT));
    else window.location.assign(href);
  };

  return (
    <>
      {languages
        .filter(({ code }) => code !== locale)
        .map(({ code, name }) => (
          <a
            key={code}
            href={`${basePath}${pathname}?lang=${code}`}
            hrefLang={code}
            lang={code}
            className="display flex h-11 min-w-11 items-center justify-center text-lg uppercase no-underline hover:underline"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              const { href } = event.currentTarget;
              change(code).catch((error: unknown) => fail(error, code, href));
            }}
          >
            <span aria-hidden="true">{code}</span>
            <span className="sr-only">{name}</span>
          </a>
        ))}
    </>
  );
}
