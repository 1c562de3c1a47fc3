import type { ReactNode } from "react";
import type { LineFacts } from "@/features/cart/view/line-facts";
import type { ShopPath } from "@/lib/paths";
import { beginsWith } from "@/lib/names";
import { useMoney } from "@/lib/use-money";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";

/** Along the page, small beside a form, and in the drawer. */
const FORMS = {
  full: {
    line: "py-5",
    part: "pl-6",
    picture: "size-20 md:size-28",
    column: "",
    name: "",
    price: "pt-4 text-xl",
    text: "text-sm",
    below: "mt-1 text-sm",
  },
  small: {
    line: "py-3",
    part: "pl-6",
    picture: "size-14",
    column: "",
    name: "text-sm",
    price: "pt-4 text-lg",
    text: "text-xs",
    below: "text-xs",
  },
  drawer: {
    line: "py-4",
    part: "pl-8",
    picture: "size-20",
    column: "gap-1",
    name: "",
    price: "pt-1 text-xl",
    text: "text-sm",
    below: "text-sm",
  },
};

interface Props {
  line: LineFacts;
  form?: keyof typeof FORMS;
  /** the thing's own page */
  to?: ShopPath;
  onFollow?: (() => void) | undefined;
  faded?: boolean;
  /** it has just come in */
  fresh?: boolean;
  /** what can be done about its trouble */
  remedy?: ReactNode;
  /** in the place of amount and price */
  children?: ReactNode;
}

/** One bought thing: picture, name, what sets it apart, amount and price. */
export function LineView({ line, form = "full", to, onFollow, faded = false, fresh = false, remedy, children }: Props) {
  const money = useMoney();
  const look = FORMS[form];
  const frame = `${look.picture} block shrink-0 overflow-hidden rounded-image bg-surface ${faded ? "opacity-50 grayscale" : ""}`;
  const picture = line.imageUrl && (
    <img src={line.imageUrl} alt="" width={180} height={180} className="size-full object-cover" />
  );
  return (
    <li className={`flex gap-4 ${look.line} ${line.part ? look.part : ""} ${fresh ? "fresh-line" : ""}`}>
      {to && form === "drawer" ? (
        <Link to={to} className={frame} tabIndex={-1} aria-hidden="true" onClick={onFollow}>
          {picture}
        </Link>
      ) : (
        <span className={frame}>{picture}</span>
      )}
      <div className={`flex min-w-0 grow flex-col ${look.column}`}>
        <div className="flex items-start justify-between gap-3">
          <p className={`min-w-0 leading-snug ${look.name}`}>
            {line.artist && !beginsWith(line.name, line.artist) && (
              <span className="block text-xs text-ink-soft">{line.artist}</span>
            )}
            <span className="font-[650] hyphens-auto [overflow-wrap:anywhere]">
              {to ? (
                <Link to={to} className="no-underline hover:underline" onClick={onFollow}>
                  {line.name}
                </Link>
              ) : (
                line.name
              )}
            </span>
          </p>
          {!line.part && <Price value={line.total} className={look.price} />}
        </div>
        {line.seat && <p className={`${look.text} font-[600]`}>{line.seat}</p>}
        {line.facts.length > 0 && (
          <p className={`${look.text} [overflow-wrap:anywhere] text-ink-soft`}>{line.facts.join(" · ")}</p>
        )}
        {form === "full" && line.delivery && <p className="text-sm text-ink-soft">{line.delivery}</p>}
        {line.trouble && (
          <p className={`${look.below} font-[600] text-danger`}>
            {line.trouble} {remedy}
          </p>
        )}
        {children ??
          ((!line.part || line.amount > 1) && (
            <p className={`figures ${look.below}`}>
              {line.amount} × {!line.part && money(line.price)}
            </p>
          ))}
      </div>
    </li>
  );
}
