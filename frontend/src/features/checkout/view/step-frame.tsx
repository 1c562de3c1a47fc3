import { useEffect, useRef, useState, type ReactNode } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { useCart, type Cart } from "@/features/cart";
import { landing, wayTo, type Step } from "@/features/checkout/model/flow";
import { EmptyCheckout } from "@/features/checkout/view/empty-checkout";
import { NoticeBox } from "@/ui/notice-box";
import { ProgressList } from "@/features/checkout/view/progress-list";
import { Reservation } from "@/features/checkout/view/reservation";
import { NEXT } from "@/features/checkout/view/step-actions";
import { Summary } from "@/features/checkout/view/summary";
import { useTop } from "@/features/checkout/view/use-top";
import { Waiting } from "@/features/checkout/view/waiting";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { useOpenedPage } from "@/ui/dialog/opened-page";
import { usePageTitle } from "@/ui/page/page-title";
import { useHydrated } from "@/ui/hooks/use-hydrated";

type OpenStep = Exclude<Step, "done">;

/** What a step may tell the next one by the history's state. */
export interface StepState {
  notice?: LangKey;
}

interface Props {
  step: OpenStep;
  title: LangKey;
  /** the document's, where the heading's words depend on the cart: they stay hidden until it is here */
  pageTitle?: LangKey;
  /** the summary beside the step; the last step is one itself */
  aside?: "lines" | "totals" | "none";
  /** the order is on its way: neither guards nor other tabs may move the shopper */
  hold?: boolean;
  /** what is left to do where everything was taken out of the cart here */
  emptied?: ReactNode;
  children: (cart: Cart) => ReactNode;
}

/** What the steps with a cart share: guards, heading, progress, reservation, summary and their states. */
export function StepFrame({ step, title, pageTitle, aside = "lines", hold = false, emptied, children }: Props) {
  const { t } = useTexts();
  const { cart: present, status, refresh, onRemoteChange } = useCart();
  // An order empties the cart before its page is here; until then nothing on this one goes.
  const [cart, setCart] = useState(present);
  if (!hold && cart !== present) setCart(present);
  const navigate = useNavigate();
  const location = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const hydrated = useHydrated();
  const { opened } = useOpenedPage();
  usePageTitle(t(pageTitle ?? title));
  useTop();

  useEffect(() => {
    if (status === "unknown") void refresh().catch(() => undefined);
  }, [refresh, status]);

  useEffect(() => {
    if (hold) return;
    const state: StepState = { notice: "LANG_CHECKOUT_NOTICE_OTHERTAB" };
    return onRemoteChange(() => void navigate(paths.checkout(), { replace: step === "cart", state }));
  }, [hold, navigate, onRemoteChange, step]);

  const ready = status === "ready";
  const waits = pageTitle !== undefined && cart === null && status !== "error";
  const empty = ready && !hold && (cart === null || cart.items.length === 0);
  useEffect(() => {
    // Also after going back, which the page's own focus handling leaves to us.
    // The page that was opened itself keeps its focus, unless its heading gives way to another.
    if (!opened || empty || location.key !== "default")
      (heading.current ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
  }, [empty, location.key, opened, step]);

  if (ready && !hold) {
    const target = landing(step, cart);
    if (target !== step) return <Navigate replace to={wayTo(target)} state={location.state as unknown} />;
  }
  const { notice } = (hydrated ? (location.state ?? {}) : {}) as StepState;
  return (
    <div className="shell pt-6 md:pt-8">
      <ProgressList step={step} paymentOnly={waits ? null : cart !== null && !cart.physical} />
      {notice && <NoticeBox>{t(notice)}</NoticeBox>}
      {empty ? (
        <EmptyCheckout>{emptied}</EmptyCheckout>
      ) : (
        <div
          className={
            aside === "none"
              ? "mx-auto max-w-[60rem]"
              : "grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] xl:gap-x-20"
          }
        >
          <div className="min-h-[85svh] min-w-0">
            <h1
              ref={heading}
              tabIndex={-1}
              className={`display pt-6 pb-6 text-4xl outline-none md:pt-8 ${waits ? "opacity-0" : ""}`}
            >
              {t(title)}
            </h1>
            {cart && (
              <div className={aside === "none" ? "mb-4" : "mb-6 lg:hidden"}>
                <Reservation />
              </div>
            )}
            {cart ? (
              children(cart)
            ) : (
              <Waiting
                failed={status === "error"}
                text="LANG_CART_ERROR_LOAD"
                retry={() => void refresh().catch(() => undefined)}
                bars={["h-24", "h-24", "h-24"]}
                className="gap-5 pt-2"
              />
            )}
          </div>
          {aside !== "none" && (
            <aside aria-label={t("LANG_CHECKOUT_SUMMARY")} className="hidden pt-10 lg:block">
              <div className="sticky top-24 flex max-h-[calc(100svh-7rem)] flex-col gap-5 overflow-y-auto rounded-card bg-surface p-6">
                {cart ? <Summary cart={cart} lines={aside === "lines"} /> : <span className="skeleton h-40 w-full" />}
                <div id={NEXT} className="contents" />
                {cart && <Reservation />}
              </div>
            </aside>
          )}
        </div>
      )}
    </div>
  );
}
