import type { MouseEvent } from "react";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Link } from "@/ui/link";
import { labelOf, pathOf, type Suggestion } from "./suggestion";
import { cutTitle } from "./words";

interface Props {
  id: string;
  suggestion: Suggestion;
  active: boolean;
  onPoint: () => void;
  onClick: (event: MouseEvent) => void;
}

/** One suggestion; the text field keeps the focus. */
export function Option({ id, suggestion, active, onPoint, onClick }: Props) {
  const { t } = useOverlayTexts();
  const { title, thumbnail } = suggestion;
  const [shown, rest] = cutTitle(title, thumbnail !== "");
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      to={pathOf(suggestion)}
      tabIndex={-1}
      className="flex min-h-14 items-stretch justify-between gap-3 border-b border-hairline pl-4 no-underline aria-selected:bg-ink aria-selected:text-paper"
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onClick}
    >
      <span className="flex min-w-0 flex-col justify-center py-2">
        <span className="leading-tight">
          {shown}
          {rest !== "" && (
            <>
              <span aria-hidden="true">…</span>
              <span className="sr-only">{rest}</span>
            </>
          )}
        </span>
        <span className="text-xs opacity-80">{t(labelOf(suggestion))}</span>
      </span>
      {thumbnail && (
        <span className="relative w-14 shrink-0">
          <img src={thumbnail} alt="" className="absolute inset-0 size-full object-cover" />
        </span>
      )}
    </Link>
  );
}
