import { useCallback, useLayoutEffect, useSyncExternalStore, type ReactNode } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { bringBack, bringingBack } from "@/features/cart/model/bring-back";
import {
  forgetKept,
  lostText,
  readKept,
  settleKept,
  subscribeLost,
  type Kept,
  type LostTree,
} from "@/features/cart/model/kept";
import { canComeBack } from "@/features/cart/model/put-back";
import { seatText } from "@/features/cart/model/seat-text";
import { CookiesNotice } from "@/features/cart/view/cookies-notice";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

export interface LostCartProps {
  /** where nothing was lost */
  title?: ReactNode;
  /** "h1": the page has no other */
  heading: "h1" | "h2";
  onFollow?: (() => void) | undefined;
}

/** That the browser takes no cookies; what was in the cart when its reservation ran out, and the way to have it again. */
export default function LostCart({ title, ...more }: LostCartProps) {
  const { shopSlug } = useShopPage();
  const { cart } = useCartApi();
  const cartId = cart?.id ?? null;
  const text = useSyncExternalStore(subscribeLost, () => lostText(shopSlug));
  // Before the paint: no other heading is seen first.
  useLayoutEffect(() => settleKept(shopSlug, cartId), [cartId, shopSlug]);
  const lost = readKept(text);
  return (
    <>
      <CookiesNotice />
      {lost ? <Lost lost={lost} {...more} /> : title}
    </>
  );
}

function Lost({ lost, heading: Heading, onFollow }: Omit<LostCartProps, "title"> & { lost: Kept }) {
  const { t } = useOverlayTexts();
  const { shopSlug } = useShopPage();
  const { add } = useCartApi();
  const { cartId, isBusy, trouble } = useSyncExternalStore(subscribeLost, bringingBack);
  const comesBack = lost.trees.some(canComeBack);

  // The heading that had the focus gave way to this one.
  const focused = useCallback((element: HTMLElement | null) => {
    if (document.activeElement === document.body) element?.focus({ preventScroll: true });
  }, []);

  return (
    <section className="my-4 flex w-full max-w-read flex-col items-start gap-4 rounded-card border-2 border-line bg-raised p-5">
      <Heading
        ref={focused}
        tabIndex={-1}
        className={`display outline-none ${Heading === "h1" ? "text-3xl md:text-4xl" : "text-2xl"}`}
      >
        {t(comesBack ? "LANG_CART_LOST_TITLE" : "LANG_CART_LOST_GONE")}
      </Heading>
      {comesBack && <p>{t("LANG_CART_LOST_TEXT")}</p>}
      <ul className="w-full divide-y divide-hairline">
        {lost.trees.map((tree, at) => (
          <LostLine key={at} tree={tree} onFollow={onFollow} />
        ))}
      </ul>
      {trouble && cartId === lost.cartId && (
        <p role="alert" className="font-[600] text-danger">
          {t(trouble.key, trouble.values)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {comesBack && (
          <Button look="primary" disabled={isBusy} onClick={() => void bringBack(shopSlug, add)}>
            {t("LANG_CART_LOST_BACK")}
          </Button>
        )}
        <button
          type="button"
          className="min-h-11 text-sm underline hover:no-underline"
          disabled={isBusy}
          onClick={() => forgetKept(shopSlug)}
        >
          {t("LANG_CART_LOST_FORGET")}
        </button>
      </div>
    </section>
  );
}

/** One bought thing; where a press cannot bring it back, the reason and the way to choose it anew. */
function LostLine({ tree, onFollow }: { tree: LostTree; onFollow: (() => void) | undefined }) {
  const { t } = useOverlayTexts();
  const { t: translate } = useTexts();
  const { line, parts } = tree;
  const facts = [
    line.pricingCategoryName,
    line.productVariantDescription,
    line.seat && seatText(line.seat, translate),
    ...parts.map((part) => [part.productName, part.productVariantDescription].filter(Boolean).join(", ")),
  ].filter(Boolean);
  const to = line.ticket ? paths.event(line.productSlug) : paths.product(line.productSlug);
  return (
    <li className="py-2 [overflow-wrap:anywhere]">
      <Link to={to} className="font-[600] no-underline hover:underline" onClick={onFollow}>
        <span className="figures">{line.amount} × </span>
        {line.productName}
      </Link>
      {facts.length > 0 && <p className="text-sm text-ink-soft">{facts.join(" · ")}</p>}
      {!canComeBack(tree) && (
        <p className="text-sm font-[600] text-danger">
          {tree.refusal ? t(tree.refusal.key, tree.refusal.values) : t("LANG_CART_LOST_TYPED")}
        </p>
      )}
    </li>
  );
}
