import { useState } from "react";
import { askedParts, askHolder, holderText, isNamed, seatText, type HolderLine } from "@/features/cart/parts";
import { nameTickets } from "@/features/checkout/api/order-actions";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { run } from "@/lib/sending/action";
import { useServer } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong, noted, timeOf } from "@/lib/time/dates";
import { useNow } from "@/lib/time/now";
import { TitledSection } from "@/features/checkout/view/titled-section";

type Line = OrderData["items"][number];

const asTicket = (line: Line): HolderLine => ({
  id: line.id,
  productName: line.descriptiveName,
  productVariantDescription: [line.variantDescription, line.eventDetails].filter(Boolean).join(" · "),
  pricingCategoryName: line.pricingCategoryName,
  seat: line.seat,
  eventDay: "",
  personalizationRequirement: line.personalizationRequirement,
  personalIdentifier: line.personalIdentifier,
});

/** Whose the order's tickets are, to be given and changed while their events allow it (purchase §4, §9). */
export function OrderNames({ order }: { order: OrderData }) {
  const { t, locale } = useTexts();
  const server = useServer();
  const now = useNow();
  const [failed, setFailed] = useState(false);
  const tickets = order.items.filter((line) => askedParts(line).length > 0 && line.namesUntil !== null);
  if (tickets.length === 0) return null;

  const open = (line: Line) => {
    setFailed(false);
    askHolder(asTicket(line), order.billingAddress, (texts) =>
      run(nameTickets, server, { orderId: order.id, texts }),
    ).catch(() => setFailed(true));
  };
  return (
    <TitledSection id="names" title={t("LANG_CHECKOUT_HOLDERS")} className="mt-10">
      <ul className="divide-y divide-hairline rounded-card border-2 border-hairline bg-raised px-4 md:px-5">
        {tickets.map((line) => {
          const named = isNamed(line);
          const until = line.namesUntil ?? "";
          const changeable = Date.parse(until) > now;
          const place = line.seat
            ? seatText(line.seat, t)
            : [line.pricingCategoryName, line.variantDescription].filter(Boolean).join(" · ");
          return (
            <li key={line.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p className="font-[650]">
                  {named ? holderText(line.personalIdentifier) : t("LANG_CHECKOUT_NAME_NONE")}
                </p>
                <p className="text-sm text-ink-soft">{[line.descriptiveName, place].filter(Boolean).join(" · ")}</p>
                <p className="text-sm text-ink-soft">
                  {t(changeable ? "LANG_CHECKOUT_NAME_UNTIL" : "LANG_CHECKOUT_NAME_CLOSED", {
                    date: noted(
                      `${dateLong(until, locale, line.timeZone)}, ${t("LANG_EVENT_TIME", { time: timeOf(until, line.timeZone) })}`,
                      line,
                    ),
                  })}
                </p>
              </div>
              {changeable && (
                <button
                  type="button"
                  className="min-h-11 underline hover:no-underline"
                  aria-haspopup="dialog"
                  onClick={() => open(line)}
                >
                  {t(named ? "LANG_CART_NAME_CHANGE" : "LANG_CART_NAME_ENTER")}
                  <span className="sr-only"> {[line.descriptiveName, place].filter(Boolean).join(", ")}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p role="alert" className="mt-2 text-sm font-[600] text-danger empty:hidden">
        {failed && t("LANG_ERROR_GENERIC")}
      </p>
    </TitledSection>
  );
}
