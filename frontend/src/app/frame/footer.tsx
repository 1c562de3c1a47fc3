import { paths, type ShopPath } from "@/lib/paths";
import { openConsentSettings } from "@/features/consent";
import { openNewsletter } from "@/features/newsletter";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";
import { Lettering } from "@/ui/lettering";
import { DocumentLink, ExternalLink, Link } from "@/ui/link";
import { Picture } from "@/ui/picture/picture";
import { profiles } from "./profiles";

const LEGAL: readonly (readonly [ShopPath, LangKey])[] = [
  [paths.imprint(), "LANG_NAV_IMPRINT"],
  [paths.terms(), "LANG_NAV_TERMS"],
  [paths.withdrawal(), "LANG_NAV_WITHDRAWAL"],
  [paths.shipping(), "LANG_NAV_SHIPPING"],
  [paths.dataPolicy(), "LANG_NAV_DATAPOLICY"],
  [paths.accessibility(), "LANG_NAV_ACCESSIBILITY"],
  [paths.faq(), "LANG_NAV_FAQ"],
  [paths.contact(), "LANG_NAV_CONTACT"],
];
const JOBS = [paths.jobs(), "LANG_NAV_JOBS"] as const;

/** Opens a dialog; where that fails, or without script, the link leads to its page. */
function Opener({ to, label, open }: { to: ShopPath; label: LangKey; open: () => Promise<unknown> }) {
  const { t } = useTexts();
  return (
    <li>
      <DocumentLink
        to={to}
        aria-haspopup="dialog"
        className="inline-flex min-h-11 items-center no-underline hover:underline"
        onClick={(event) => {
          event.preventDefault();
          const { href } = event.currentTarget;
          open().catch(() => window.location.assign(href));
        }}
      >
        {t(label)}
      </DocumentLink>
    </li>
  );
}

/** `quiet`: in the checkout, where it only tells what the law wants. */
export function Footer({ quiet }: { quiet: boolean }) {
  const { t } = useTexts();
  const shop = useShop();
  return (
    <footer className="edge-above mt-20 bg-veil text-on-veil">
      <div className="shell grid gap-x-10 gap-y-8 pt-12 pb-6 md:grid-cols-12">
        {!quiet && (
          <p className="max-w-read md:col-span-5">
            {shop.meta.siteDescription || shop.meta.description || t("LANG_FOOTER_CLAIM")}
          </p>
        )}
        <nav aria-label={t("LANG_NAV_LEGAL")} className={quiet ? "md:col-span-12" : "md:col-span-4"}>
          <ul className={quiet ? "columns-2 md:columns-4" : "columns-2"}>
            {(quiet ? LEGAL : [...LEGAL, JOBS]).map(([to, label]) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center no-underline hover:underline">
                  {t(label)}
                </Link>
              </li>
            ))}
            {!quiet && shop.hasCalendar && (
              <li>
                <Link to={paths.advent()} className="inline-flex min-h-11 items-center no-underline hover:underline">
                  {t("LANG_NAV_ADVENT")}
                </Link>
              </li>
            )}
            {!quiet && shop.meta.accountLink && (
              <li>
                <ExternalLink
                  href={shop.meta.accountLink}
                  className="inline-flex min-h-11 items-center no-underline hover:underline"
                >
                  {t("LANG_NAV_ACCOUNT")}
                </ExternalLink>
              </li>
            )}
            {shop.meta.trackers.length > 0 && (
              <Opener to={paths.dataPolicy()} label="LANG_NAV_CONSENT" open={openConsentSettings} />
            )}
            {!quiet && <Opener to={paths.newsletter()} label="LANG_NAV_NEWSLETTER" open={() => openNewsletter()} />}
          </ul>
        </nav>
        {!quiet && (
          <div className="flex flex-col gap-4 md:col-span-3 md:items-end">
            {shop.meta.socialImg && (
              <div className="aspect-[8/5] w-40 overflow-hidden rounded-image">
                <Picture image={shop.meta.socialImg} sizes={{ base: "12rem" }} ratio={8 / 5} />
              </div>
            )}
            <ul className="w-full [columns:2_9rem] [overflow-wrap:anywhere] md:w-auto md:columns-1">
              {profiles(shop, t("LANG_FOOTER_MUSIC")).map(({ href, label }) => (
                <li key={href}>
                  <ExternalLink href={href} className="inline-flex min-h-11 items-center no-underline hover:underline">
                    {label}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-xs opacity-80 md:col-span-12">{t("LANG_FOOTER_PRICES")}</p>
      </div>
      {!quiet && (
        <div aria-hidden="true" className="overflow-clip bg-accent pt-4 text-on-accent">
          <p className="display shell -mb-[0.12em] text-poster">
            <Lettering text={shop.name} />
          </p>
        </div>
      )}
    </footer>
  );
}
