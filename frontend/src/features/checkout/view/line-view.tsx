import type { ReactNode } from "react";
import type { LineFacts } from "@/features/checkout/view/line-facts";
import { useMoney } from "@/features/checkout/view/use-money";
import { Price } from "@/ui/price";

interface Props {
  line: LineFacts;
  /** the narrow form beside a form */
  small?: boolean;
  name?: ReactNode;
  faded?: boolean;
  children?: ReactNode;
}

/** One bought thing: picture, name, what sets it apart, amount and price. */
export function LineView({ line, small = false, name, faded = false, children }: Props) {
  const money = useMoney();
  const size = small ? "size-14" : "size-20 md:size-28";
  return (
    <li className={`flex gap-4 ${small ? "py-3" : "py-5"} ${line.part ? "pl-6" : ""}`}>
      <span className={`${size} shrink-0 overflow-hidden rounded-image bg-surface ${faded ? "opacity-50 grayscale" : ""}`}>
        {line.imageUrl && <img src={line.imageUrl} alt="" width={180} height={180} className="size-full object-cover" />}
      </span>
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-start justify-between gap-3">
          <p className={`min-w-0 leading-snug ${small ? "text-sm" : ""}`}>
            {line.artist && <span className="block text-xs text-ink-soft">{line.artist}</span>}
            <span className="font-[650] [overflow-wrap:anywhere]">{name ?? line.name}</span>
          </p>
          <Price value={line.total} className={small ? "pt-4 text-lg" : "pt-4 text-xl"} />
        </div>
        {line.seat && <p className={`${small ? "text-xs" : "text-sm"} font-[600]`}>{line.seat}</p>}
        {line.facts.length > 0 && (
          <p className={`${small ? "text-xs" : "text-sm"} [overflow-wrap:anywhere] text-ink-soft`}>{line.facts.join(" · ")}</p>
        )}
        {!small && line.delivery && <p className="text-sm text-ink-soft">{line.delivery}</p>}
        {line.trouble && <p className={`${small ? "text-xs" : "mt-1 text-sm"} font-[600] text-danger`}>{line.trouble}</p>}
        {children ?? (
          <p className={`figures ${small ? "text-xs" : "mt-1 text-sm"}`}>
            {line.amount} × {money(line.price)}
          </p>
        )}
      </div>
    </li>
  );
}
