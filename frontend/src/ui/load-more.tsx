import { useEffect, useRef, useState, type MouseEvent } from "react";
import type { ShopPath } from "@/lib/paths";
import { useTexts } from "@/lib/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";

interface Props {
  /** the address of the list's next page */
  to: ShopPath;
  /** the place at which the list goes on; a place is asked for once */
  after: string;
  load: () => Promise<unknown>;
  shown: number;
  className?: string;
  /** pixels below the window at which the list goes on */
  ahead: number;
}

/** A link to a list's next page that, with script, lays it below this one: when it comes near, or when pressed. */
export function LoadMore({ to, after, load, shown, ahead, className = "" }: Props) {
  const { t } = useTexts();
  const link = useRef<HTMLAnchorElement>(null);
  const asked = useRef<string | null>(null);
  const [failed, setFailed] = useState(false);

  const ask = () => {
    if (asked.current === after) return;
    asked.current = after;
    setFailed(false);
    load().catch(() => {
      asked.current = null;
      setFailed(true);
    });
  };

  useEffect(() => {
    const element = link.current;
    if (!element || failed) return;
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask();
      },
      { rootMargin: `${ahead}px` },
    );
    near.observe(element);
    return () => near.disconnect();
  });

  return (
    <div className={`${className} mt-12 flex flex-col items-center gap-3`}>
      <p className="sr-only" role="status">
        {t("LANG_MERCH_SHOWN", { count: shown })}
      </p>
      {failed && (
        <p role="alert" className="text-danger">
          {t("LANG_MERCH_MORE_ERROR")}
        </p>
      )}
      <Link
        ref={link}
        to={to}
        className={`${BUTTON} ${PLAIN}`}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          ask();
        }}
      >
        {t("LANG_MERCH_MORE")}
      </Link>
    </div>
  );
}
