import { Suspense, useCallback, useState, type ReactNode } from "react";
import { paths } from "@/lib/paths";
import { CartNotices } from "@/features/cart/parts";
import { readAttempt, recallPlaced } from "@/features/checkout/model/attempt";
import type { LostAnswerProps } from "@/features/checkout/view/placing/lost-answer";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { useShopPage } from "@/lib/shop-data";
import { BUTTON, PLAIN, PRIMARY } from "@/ui/button";
import { Link } from "@/ui/link";
import { NotLoaded } from "@/ui/page/not-loaded";

const { Part: LostAnswer } = lazyWithTexts<LostAnswerProps>(
  "checkout",
  () => import("./placing/lost-answer"),
  AnswerMissing,
);

/** Nothing in the cart. An order whose answer never arrived is asked for again, and the last one stays reachable. */
export function EmptyCheckout({ children }: { children?: ReactNode }) {
  const { t } = useTexts();
  const { shopSlug } = useShopPage();
  const [attempt, setAttempt] = useState(() => readAttempt(shopSlug));
  const [last] = useState(() => recallPlaced(shopSlug));

  const forget = useCallback(() => setAttempt(null), []);

  if (attempt) {
    return (
      <div role="status" className="py-10">
        <h1 tabIndex={-1} className="display text-4xl outline-none">
          {t("LANG_CHECKOUT_PLACING")}
        </h1>
        <Suspense>
          <LostAnswer attempt={attempt} onNone={forget} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-6 py-10 md:py-16">
      <CartNotices
        heading="h1"
        title={
          <h1 tabIndex={-1} className="display text-4xl outline-none">
            {t("LANG_CART_EMPTY")}
          </h1>
        }
      />
      {children}
      <p className="max-w-read text-lg">
        {last ? t("LANG_CHECKOUT_EMPTY_ORDERED", { reference: last.reference }) : t("LANG_CART_EMPTY_HINT")}
      </p>
      <div className="flex flex-wrap gap-3">
        {last && (
          <Link to={paths.checkoutDone(last.order, last.reference)} className={`${BUTTON} ${PRIMARY}`}>
            {t("LANG_CHECKOUT_EMPTY_TOORDER")}
          </Link>
        )}
        <Link to={paths.categories()} className={`${BUTTON} ${last ? PLAIN : PRIMARY}`}>
          {t("LANG_NAV_MERCH")}
        </Link>
        <Link to={paths.events()} className={`${BUTTON} ${PLAIN}`}>
          {t("LANG_NAV_TICKETS")}
        </Link>
      </div>
    </div>
  );
}

function AnswerMissing() {
  const { t } = useTexts();
  return <NotLoaded text={t("LANG_ERROR_GENERIC")} />;
}
