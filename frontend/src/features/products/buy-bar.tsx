import type { ReactNode } from "react";
import { BuyProblem } from "@/features/products/buy-problem";
import { usePreorder } from "@/features/products/use-preorder";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { BottomBar } from "@/ui/page/bottom-bar";
import { Price } from "@/ui/price";

interface Props {
  product: ProductDetail;
  /** of what is chosen */
  name: string;
  price: string;
  /** it may still rise */
  from?: boolean;
  /** why the last press was in vain, "" without a reason */
  problem?: string;
  /** what is pressed */
  children: ReactNode;
}

/** What phones have at the lower edge all the way: what is bought, when it is sent, its price, what went wrong and the button. */
export function BuyBar({ product, name, price, from = false, problem = "", children }: Props) {
  const { t } = useTexts();
  const preorder = usePreorder(product);
  return (
    <BottomBar className="rule-t -mx-[clamp(1rem,3.2vw,3rem)] flex flex-col gap-2 px-[clamp(1rem,3.2vw,3rem)] py-3 md:hidden">
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className="truncate">{name}</span>
        <Price value={price} from={from} className="text-lg" />
      </p>
      {preorder && <p className="text-sm font-[600]">{t("LANG_ITEM_PREORDER_FROM", { date: preorder })}</p>}
      <BuyProblem text={problem} className="text-sm" />
      <div className="flex gap-3">{children}</div>
    </BottomBar>
  );
}
