import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import type { ChosenSeatsProps } from "@/features/seat-map/chosen-list";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";

/** Fetched with the map: nothing is chosen before. */
export const loadChosenList = () => import("@/features/seat-map/chosen-list");
const ChosenList = lazy(loadChosenList);

/** Heads the list of the chosen seats, and keeps the focus in it. */
export function ChosenSeats({ className, ...props }: ChosenSeatsProps & { className: string }) {
  const { t } = useSeatTexts();
  const { seats } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const inside = useRef<number | null>(null);

  // Who removes a seat, or loses one, finds the next one under their fingers; never the page's beginning.
  useLayoutEffect(() => {
    if (inside.current === null || document.activeElement !== document.body) return;
    const rest = list.current?.querySelectorAll("button");
    const next = rest?.[Math.min(inside.current, rest.length - 1)] ?? heading.current;
    next?.focus();
  }, [seats]);

  return (
    <section aria-labelledby="chosen-seats" className={className}>
      <h3 id="chosen-seats" ref={heading} tabIndex={-1} className="display mb-2 text-2xl outline-none">
        {t("LANG_SEATS_YOURS")}
      </h3>
      {seats.length === 0 ? (
        <p className="rule-t pt-3 text-sm text-ink-soft">{t("LANG_SEATS_YOURS_NONE")}</p>
      ) : (
        <Suspense fallback={null}>
          <ChosenList {...props} ref={list} onInside={(at) => (inside.current = at)} />
        </Suspense>
      )}
    </section>
  );
}
