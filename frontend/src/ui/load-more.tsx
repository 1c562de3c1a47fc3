import type { MouseEvent, Ref } from "react";
import type { ShopPath } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";

interface Props {
  ref?: Ref<HTMLDivElement>;
  /** the address of the list's next page */
  to: ShopPath;
  /** lays the next page below this one */
  onMore: () => void;
  failed: boolean;
  /** there is no more: its room stays, so that nothing moves */
  over: boolean;
  shown: number;
  className?: string;
}

/** A list's end, from where it goes on: a link to its next page that, with script, lays it below this one. */
export function LoadMore({ ref, to, onMore, failed, over, shown, className = "" }: Props) {
  const { t } = useTexts();
  return (
    <div ref={ref} className={`${className} mt-12 flex flex-col items-center gap-3`}>
      <p className="sr-only" role="status">
        {t("LANG_MERCH_SHOWN", { count: shown })}
      </p>
      {failed && (
        <p role="alert" className="text-danger">
          {t("LANG_MERCH_MORE_ERROR")}
        </p>
      )}
      <Link
        to={to}
        className={`${BUTTON} ${PLAIN} ${over ? "invisible" : ""}`}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onMore();
        }}
      >
        {t("LANG_MERCH_MORE")}
      </Link>
    </div>
  );
}
