import { useEffect, useState, useSyncExternalStore } from "react";
import { matchPath, useLocation } from "react-router";
import { pieces, useCart } from "@/features/cart";
import { forgetKept, keepCart, prolongKept } from "@/features/cart/parts";
import { liveWithPage, openSession } from "@/features/session/api/open-session";
import { SessionNotice } from "@/features/session/view/session-notice";
import { patterns } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { useClient } from "@/lib/wire/client";

/** Pages of an order, and where a session of another browser comes to. */
const QUIET = [patterns["checkout-done"], patterns["checkout-order"], patterns["checkout-resume"]];

/** The session of whom the cart belongs to, and what is to be said of it on whatever page. */
export default function SessionKeeper() {
  const client = useClient();
  const page = useShopPage();
  const { cart, count, refresh, announce, reservation } = useCart();
  const { pathname } = useLocation();
  const isQuiet = QUIET.some((pattern) => matchPath(pattern, pathname));
  const [session] = useState(() =>
    openSession(page, client, {
      read: async () => pieces(await refresh()),
      announce,
      show: reservation.show,
      prolong: (until) => prolongKept(page.shopSlug, until),
    }),
  );
  const notice = useSyncExternalStore(session.subscribe, session.notice);

  useEffect(() => session.setQuiet(isQuiet), [isQuiet, session]);
  useEffect(
    () => session.hold(count, cart?.validUntil ?? null, cart?.shortReservation ?? false),
    [cart, count, session],
  );
  useEffect(() => {
    if (cart) keepCart(page.shopSlug, cart);
  }, [cart, page.shopSlug]);
  useEffect(() => {
    // It is in another browser.
    if (notice === "moved") forgetKept(page.shopSlug);
  }, [notice, page.shopSlug]);
  useEffect(() => liveWithPage(session), [session]);

  return notice && !isQuiet && <SessionNotice notice={notice} session={session} />;
}
