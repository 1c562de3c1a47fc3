import type { ReactNode } from "react";
import { paths, type ShopPath } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import { AddressLines, arrivalText, skipsPayment } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";
import { Link } from "@/ui/link";

function Entry({
  title,
  to,
  edit,
  children,
}: {
  title: string;
  to: ShopPath | null;
  edit: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center justify-between gap-3">
        <span className="text-sm text-ink-soft">{title}</span>
        {to && (
          <Link
            to={to}
            className="inline-flex min-h-11 items-center text-sm underline hover:no-underline"
            aria-label={`${edit}: ${title}`}
          >
            {edit}
          </Link>
        )}
      </dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** Addresses, carrier and payment as they were entered, each with the way back to change it. */
export function ChosenDetails({ cart }: { cart: Cart }) {
  const { t, locale } = useTexts();
  const money = useMoney();
  const edit = t("LANG_CHECKOUT_EDIT");
  const { billingAddress, shippingAddress, shipping, payment } = cart;
  return (
    <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
      {billingAddress && (
        <Entry
          title={t(shippingAddress || !cart.physical ? "LANG_CHECKOUT_ADDRESS_BILLING" : "LANG_CHECKOUT_ADDRESS_BOTH")}
          to={paths.checkoutDetails()}
          edit={edit}
        >
          <AddressLines address={billingAddress} />
        </Entry>
      )}
      {shippingAddress && cart.physical && (
        <Entry title={t("LANG_CHECKOUT_ADDRESS_SHIPPING")} to={paths.checkoutDetails()} edit={edit}>
          <AddressLines address={shippingAddress} />
        </Entry>
      )}
      <Entry title={t("LANG_CHECKOUT_FIELD_EMAIL")} to={paths.checkoutDetails()} edit={edit}>
        {cart.email}
      </Entry>
      {shipping && (
        <Entry title={t("LANG_CHECKOUT_CARRIER")} to={paths.checkoutPayment()} edit={edit}>
          {shipping.name}, {money(shipping.price)}
          {[shipping.description, arrivalText(shipping.estimate, t, locale)].filter(Boolean).map((text) => (
            <span key={text} className="block text-sm text-ink-soft">
              {text}
            </span>
          ))}
        </Entry>
      )}
      {payment && (
        <Entry title={t("LANG_CHECKOUT_PAYMENT")} to={skipsPayment(cart) ? null : paths.checkoutPayment()} edit={edit}>
          {payment.name}
        </Entry>
      )}
    </dl>
  );
}
