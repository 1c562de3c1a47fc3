import { useEffect, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Footer } from "@/app/frame/footer";
import { Header } from "@/app/frame/header";
import { Overlays } from "@/app/overlays";
import { Overload } from "@/app/overload";
import { Minicart, useCart } from "@/features/cart";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { DialogHost } from "@/ui/dialog/show-dialog";

/** What stands around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const { key, pathname } = useLocation();
  const hide = useCart().minicart.hide;
  useEffect(() => hide(), [hide, key]);
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-ink focus:p-3 focus:text-paper"
      >
        {t("LANG_NAV_SKIP")}
      </a>
      <Overlays />
      <Header />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer quiet={pathname.startsWith(paths.checkout())} />
      <Minicart />
      <Overload />
      <DialogHost />
    </>
  );
}
