import type { ReactNode } from "react";
import { ADD_TEXTS, type AddState } from "@/features/cart";
import { useTexts } from "@/lib/texts/i18n";
import { BottomBar } from "@/ui/page/bottom-bar";
import { Button } from "@/ui/button";
import { Price } from "@/ui/price";

interface Props {
  count: number;
  total: string;
  /** the chosen seats, with their kinds of ticket */
  seats: ReactNode;
  state: AddState;
  /** what keeps the tickets from the cart */
  problem: string;
  /** what can be done about it with one press */
  children: ReactNode;
  /** on the map's whole screen, not along the page */
  inMap: boolean;
  onAdd: () => void;
}

/** How many tickets, what they cost, and the button; in sight all along the map. */
export function SeatSummary({ count, total, seats, state, problem, children, inMap, onAdd }: Props) {
  const { t } = useTexts();
  const contents = (
    <>
      <div className="rule-t flex items-center justify-between gap-x-4 gap-y-3 pt-3 max-md:flex-wrap md:gap-8">
        <p aria-live="polite" className="figures min-w-0">
          <span className="block text-sm">{t("LANG_TICKET_TOTAL", { count })}</span>
          <Price value={total} className="text-2xl" />
        </p>
        {seats}
        <Button
          look={count === 0 ? "plain" : "primary"}
          className="min-h-14 min-w-40 grow basis-0 md:max-w-72"
          aria-busy={state === "adding"}
          onClick={onAdd}
        >
          {t(ADD_TEXTS[state])}
        </Button>
      </div>
      <div role="alert">
        {problem && <p className="pt-2 text-sm font-[600] text-danger">{problem}</p>}
        {children}
      </div>
    </>
  );
  if (inMap) return <div className="bg-paper px-[clamp(1rem,3.2vw,3rem)] pb-3 text-ink">{contents}</div>;
  return (
    <BottomBar quiet={count === 0} className="-mx-[clamp(1rem,3.2vw,3rem)] mt-6 px-[clamp(1rem,3.2vw,3rem)] py-3">
      {contents}
    </BottomBar>
  );
}
