import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { dateLong } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { TitledSection } from "@/features/checkout/view/titled-section";

const STATES = {
  open: "LANG_CHECKOUT_PARCEL_OPEN",
  packed: "LANG_CHECKOUT_PARCEL_PACKED",
  shipped: "LANG_CHECKOUT_PARCEL_SHIPPED",
  lost: "LANG_CHECKOUT_PARCEL_LOST",
  delivered: "LANG_CHECKOUT_PARCEL_DELIVERED",
  returned: "LANG_CHECKOUT_PARCEL_RETURNED",
} as const;

/** How far each parcel of what is paid is, and where it can be followed. Nothing leaves while its money is away. */
export function Parcels({ order }: { order: OrderData }) {
  const { t, locale } = useTexts();
  if (order.parcels.length === 0) return null;
  const names = new Map(order.items.map((item) => [item.id, `${String(item.amount)} × ${item.descriptiveName}`]));
  return (
    <TitledSection id="parcels" title={t("LANG_CHECKOUT_PARCELS")} className="mt-8">
      <ul className="divide-y divide-hairline">
        {order.parcels.map((parcel) => (
          <li key={parcel.id} className="py-3">
            <p className="font-[600]">
              {t(parcel.held ? "LANG_CHECKOUT_PARCEL_HELD" : STATES[parcel.state])}
              {parcel.shippedAt && `, ${dateLong(parcel.shippedAt, locale)}`}
            </p>
            {order.parcels.length > 1 && (
              <ul className="text-sm text-ink-soft">
                {parcel.itemIds.map((id) => (
                  <li key={id}>{names.get(id)}</li>
                ))}
              </ul>
            )}
            {parcel.trackingNumber && (
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="text-sm text-ink-soft [overflow-wrap:anywhere]">
                  {[parcel.carrier, parcel.trackingNumber].filter(Boolean).join(" ")}
                </span>
                {parcel.trackingUrl && (
                  <a
                    href={parcel.trackingUrl}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="inline-flex min-h-11 items-center underline hover:no-underline"
                  >
                    {t("LANG_CHECKOUT_PARCEL_FOLLOW")}
                  </a>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
