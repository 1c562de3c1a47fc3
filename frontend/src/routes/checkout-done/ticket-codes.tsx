import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type UIEvent } from "react";
import { seatText } from "@/features/cart/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { noted, timeOf } from "@/lib/time/dates";
import { Button } from "@/ui/button";
import { scrollBehavior } from "@/ui/hooks/use-media";
import { QrCode } from "@/ui/qr-code";
import type { KeptTicketsProps } from "./kept-tickets";
import { useAftersale, type Code } from "./use-aftersale";

const { Part: KeptTickets } = lazyWithTexts<KeptTicketsProps>(
  "overlays",
  () => import("./kept-tickets"),
  () => null,
);

const ENDED: Record<NonNullable<Code["ended"]>, LangKey> = {
  line: "LANG_ORDER_CODE_ENDED_LINE",
  refund: "LANG_ORDER_CODE_ENDED_REFUND",
  staff: "LANG_ORDER_CODE_ENDED_STAFF",
  event: "LANG_ORDER_CODE_ENDED_EVENT",
};

interface Props {
  order: OrderData;
}

/** The codes for the entrance, one ticket at a time; nothing where tickets are sent as printed paper. */
export function TicketCodes({ order }: Props) {
  const { id, ticketsUrl, items } = order;
  const { t } = useTexts();
  const names = items.map(({ personalIdentifier }) => personalIdentifier);
  const { data, error, retry } = useAftersale(id, "tickets", JSON.stringify([ticketsUrl, names]));
  useEffect(() => {
    // Staff may have issued a ticket anew in the meantime: the old code opens nothing.
    const see = () => {
      if (!document.hidden) retry();
    };
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [retry]);

  const codes = data?.ticketCodes ?? [];
  if (codes.length > 0) return <Codes order={order} codes={codes} />;
  // Without a PDF there may be no codes at all.
  if (!ticketsUrl) return null;
  if (error !== undefined) {
    return (
      <div role="alert" className="my-6 flex flex-wrap items-center gap-4">
        <p>{t("LANG_ORDER_CODE_ERROR")}</p>
        <Button look="plain" onClick={retry}>
          {t("LANG_ERROR_RETRY")}
        </Button>
      </div>
    );
  }
  return !data && <span className="skeleton my-6 h-[32rem] w-full max-w-[30rem]" />;
}

function Codes({ order, codes }: Props & { codes: readonly Code[] }) {
  const { t } = useTexts();
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  // Where a smooth scroll leads while it lasts: the next step counts from there.
  const target = useRef<number | null>(null);
  const last = codes.length - 1;

  const turn = (step: number) => {
    const box = row.current;
    if (!box) return;
    const next = Math.min(Math.max((target.current ?? current) + step, 0), last);
    target.current = next;
    box.scrollTo({ left: next * box.clientWidth, behavior: scrollBehavior() });
  };
  const follow = ({ currentTarget: box }: UIEvent<HTMLUListElement>) => {
    const at = Math.round(box.scrollLeft / (box.clientWidth || 1));
    if (at === target.current) target.current = null;
    setCurrent(at);
  };
  // A row that has the focus is pushed by these keys anyway.
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    turn(step);
  };

  return (
    <section aria-label={t("LANG_ORDER_CODES")} className="my-6 min-w-0 max-w-[30rem]">
      <ul
        ref={row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the arrow keys
        tabIndex={0}
        className="snap-row auto-cols-[100%]"
        onScroll={follow}
        onScrollEnd={() => (target.current = null)}
      >
        {codes.map((code, at) => (
          <li key={code.id} aria-label={t("LANG_ORDER_CODE_PLACE", { at: at + 1, count: codes.length })}>
            <TicketCode code={code} />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className="mt-3 flex items-center justify-between gap-3">
          <Turn
            label={t("LANG_ORDER_CODE_BEFORE")}
            sign="←"
            off={current === 0}
            onKey={press}
            onPress={() => turn(-1)}
          />
          <p role="status" className="figures">
            {t("LANG_ORDER_CODE_PLACE", { at: current + 1, count: codes.length })}
          </p>
          <Turn
            label={t("LANG_ORDER_CODE_NEXT")}
            sign="→"
            off={current === last}
            onKey={press}
            onPress={() => turn(1)}
          />
        </div>
      )}
      {codes.some(({ code }) => code) && <p className="mt-3 text-sm text-ink-soft">{t("LANG_ORDER_CODE_TEXT")}</p>}
      <Suspense>
        <KeptTickets order={order} codes={codes} list={row} />
      </Suspense>
    </section>
  );
}

interface TurnProps {
  label: string;
  sign: string;
  off: boolean;
  onKey: (event: KeyboardEvent) => void;
  onPress: () => void;
}

function Turn({ label, sign, off, onKey, onPress }: TurnProps) {
  return (
    <Button
      look="plain"
      aria-label={label}
      aria-disabled={off}
      className={off ? "opacity-40" : ""}
      onKeyDown={onKey}
      onClick={onPress}
    >
      {sign}
    </Button>
  );
}

function TicketCode({ code }: { code: Code }) {
  const { t } = useTexts();
  const { beginsAt, doorsAt, timeZone } = code;
  const clock = (at: string) => t("LANG_EVENT_TIME", { time: timeOf(at, timeZone) });
  const times = [
    doorsAt && `${t("LANG_EVENT_DOORS")} ${clock(doorsAt)}`,
    beginsAt && `${t("LANG_ORDER_CODE_BEGINS")} ${clock(beginsAt)}`,
  ].filter(Boolean);
  return (
    <div className="flex h-full flex-col gap-4 rounded-card border-2 border-line bg-raised p-4 md:p-6">
      <div>
        {code.artistName && <p className="text-sm text-ink-soft">{code.artistName}</p>}
        <h2 className="display text-2xl [overflow-wrap:anywhere]">{code.eventName}</h2>
        <p className="font-[600]">{code.day || t("LANG_ORDER_CODE_NODATE")}</p>
        {times.length > 0 && <p>{noted(times.join(" · "), code)}</p>}
        <p className="text-ink-soft">{[code.venueName, code.city].filter(Boolean).join(", ")}</p>
      </div>
      {code.code ? (
        <QrCode
          size={code.code.size}
          path={code.code.path}
          label={t("LANG_ORDER_CODE_OF", { number: code.number })}
          className="w-full rounded-image"
        />
      ) : (
        <p className="rounded-image border-2 border-danger p-4 text-lg font-[600] text-danger">
          {code.ended && t(ENDED[code.ended])}
        </p>
      )}
      <div className="mt-auto">
        {code.seat && <p className="text-lg font-[650]">{seatText(code.seat, t)}</p>}
        {code.holder && <p className="font-[600]">{code.holder}</p>}
        <p className="text-sm text-ink-soft">{[code.kind, code.number].filter(Boolean).join(" · ")}</p>
      </div>
    </div>
  );
}
