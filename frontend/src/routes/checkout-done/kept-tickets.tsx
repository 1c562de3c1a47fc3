import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { forgetTickets } from "@/lib/kept-tickets";
import { useShopPage } from "@/lib/shop-data";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { dateLong, timeOf } from "@/lib/time/dates";
import { useNow } from "@/lib/time/now";
import { Button } from "@/ui/button";
import { endOfUse, keepTickets, keptUntil, orderAddress } from "./ticket-copy";
import type { Code } from "./use-aftersale";

export interface KeptTicketsProps {
  order: OrderData;
  codes: readonly Code[];
  /** what the codes are shown in */
  list: RefObject<HTMLElement | null>;
}

/** Keeps the codes on this device for a door without a network, and renews what is kept whenever the shop answers. */
export default function KeptTickets({ order: { id, reference }, codes, list }: KeptTicketsProps) {
  const { t, locale } = useOverlayTexts();
  const { basePath, shop } = useShopPage();
  const now = useNow();
  // Not known yet, or nothing can be kept here; not kept; kept until then.
  const [until, setUntil] = useState<Date | null | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const address = orderAddress(basePath, id);

  const keep = async (): Promise<Date | null> => {
    const moment = new Date();
    const end = endOfUse(codes, moment.getTime());
    if (!list.current || !end) {
      await forgetTickets(address);
      return null;
    }
    const words = {
      shop: shop.name,
      title: t("LANG_KEPT_TITLE"),
      reference: `${t("LANG_CHECKOUT_REFERENCE")} ${reference}`,
      text: t("LANG_KEPT_COPY", { date: dateLong(moment.toISOString(), locale), time: timeOf(moment.toISOString()) }),
      again: t("LANG_KEPT_AGAIN"),
    };
    await keepTickets(address, basePath, list.current, words, end);
    return end;
  };
  const renew = useEffectEvent(async () => {
    if (!("serviceWorker" in navigator)) return undefined;
    const kept = await keptUntil(address);
    // What cannot be renewed stays as it is.
    return kept && keep().catch(() => kept);
  });
  useEffect(() => {
    let wanted = true;
    renew().then(
      (end) => wanted && setUntil(end),
      // A browser that lets nothing be kept, such as in a private window, says so here.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [codes, address, locale]);

  const press = async (work: () => Promise<Date | null>) => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      setUntil(await work());
    } catch {
      setHasFailed(true);
      // Without its worker a copy is of no use.
      if (!until) await forgetTickets(address).catch(() => undefined);
    }
    setIsBusy(false);
  };
  const remove = async () => {
    await forgetTickets(address);
    return null;
  };

  if (until === undefined || !endOfUse(codes, now)) return null;
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button
        look="plain"
        aria-disabled={isBusy}
        // The second of two clicks would take back what the first one did.
        onClick={(event) => event.detail < 2 && !isBusy && void press(until ? remove : keep)}
      >
        {t(until ? "LANG_KEPT_REMOVE" : "LANG_KEPT_KEEP")}
      </Button>
      <p role="status" className="text-sm text-ink-soft">
        {until ? t("LANG_KEPT_UNTIL", { date: dateLong(until.toISOString(), locale) }) : t("LANG_KEPT_TEXT")}
      </p>
      {hasFailed && <p role="alert">{t("LANG_KEPT_ERROR")}</p>}
    </div>
  );
}
