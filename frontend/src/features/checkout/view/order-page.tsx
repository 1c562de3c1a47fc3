import { useEffect, useRef, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useConfirmation } from "@/features/checkout/api/use-confirmation";
import { OrderMissing } from "@/features/checkout/view/order-missing";
import { useTop } from "@/features/checkout/view/use-top";
import { ORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import type { LangKey } from "@/generated/lang-keys";
import type { ShopPath } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { Loading } from "@/ui/page/loading";
import { usePageTitle } from "@/ui/page/page-title";

interface Props {
  id: string;
  /** also while the order is on its way */
  title: (order: OrderData | undefined) => LangKey;
  /** above the heading */
  progress?: (order: OrderData | undefined) => ReactNode;
  /** where such an order is shown instead; `asking`: its payment service is asked what became of the payment */
  elsewhere: (order: OrderData, asking: boolean) => ShopPath | null;
  children: (order: OrderData) => ReactNode;
}

/** What the pages of a placed order share: its data, heading and states. The cart is not loaded on them. */
export function OrderPage({ id, title, progress, elsewhere, children }: Props) {
  const { t } = useTexts();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, retry } = useAnswer(ORDER, { id });
  const order = data?.order;
  const asking = useConfirmation(order);
  const heard = t(title(order));
  usePageTitle(heard);
  useTop();
  useEffect(() => {
    if (key !== "default") heading.current?.focus({ preventScroll: true });
  }, [key]);

  if (error) return <OrderMissing error={error} retry={retry} />;
  const other = order && elsewhere(order, asking);
  if (other) return <Navigate replace to={other} />;
  return (
    <div className="shell pt-6 md:pt-8">
      {progress?.(order)}
      <div className="mx-auto min-h-[85svh] max-w-[60rem]">
        <h1 ref={heading} tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {heard}
        </h1>
        {order ? children(order) : <Loading bars={["h-24", "h-64"]} />}
      </div>
    </div>
  );
}
