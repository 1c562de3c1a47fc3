import { paths, type ShopPath } from "@/lib/paths";
import { LanguageSwitch } from "@/app/frame/language-switch";
import { CartButton } from "@/features/cart";
import { QuickSearch } from "@/features/quick-search";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { Lettering } from "@/ui/lettering";
import { Link, NavLink } from "@/ui/link";

const ENTRY =
  "display flex h-11 items-center px-2 text-lg max-[359px]:text-base decoration-[0.14em] underline-offset-[0.25em] no-underline hover:underline aria-[current=page]:underline";

function Entry({ to, label }: { to: ShopPath; label: LangKey }) {
  const { t } = useTexts();
  return (
    <li>
      <NavLink to={to} className={ENTRY}>
        {t(label)}
      </NavLink>
    </li>
  );
}

export function Header() {
  const { t } = useTexts();
  const { shop, testMode } = useShopPage();
  return (
    <header id="header" className="edge-below rule-b sticky top-0 z-20 min-h-23 bg-header text-on-header md:min-h-16">
      {testMode && <p className="bg-ink px-4 py-1 text-center text-xs text-paper">{t("LANG_TESTMODE")}</p>}
      <div className="shell flex flex-wrap items-center gap-x-1 md:flex-nowrap md:gap-x-4">
        <Link
          to={paths.home()}
          className="display flex h-14 min-w-0 grow basis-24 items-center truncate text-2xl no-underline md:h-16 md:grow-0 md:basis-auto"
        >
          <Lettering text={shop.name} />
        </Link>
        <nav
          aria-label={t("LANG_NAV_MAIN")}
          className="order-last -mx-2 -mt-2 w-full md:order-none md:mx-0 md:mt-0 md:w-auto md:grow"
        >
          <ul className="flex md:gap-1 md:justify-end">
            {!shop.isBand && <Entry to={paths.artists()} label="LANG_NAV_ARTISTS" />}
            <Entry to={paths.categories()} label="LANG_NAV_MERCH" />
            <Entry to={paths.events()} label="LANG_NAV_TICKETS" />
            <QuickSearch className={ENTRY} />
          </ul>
        </nav>
        <LanguageSwitch />
        <CartButton />
      </div>
    </header>
  );
}
