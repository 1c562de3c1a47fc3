import type { ReactNode } from "react";
import { BuyProblem } from "@/features/products/buy-problem";
import { usePreorder } from "@/features/products/use-preorder";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { BottomBar } from "@/ui/page/bottom-bar";
import { Price } from "@/ui/price";

interface Props {
  product: ProductDetail;
  /** which one of the product, once it is chosen */
  option?: string | undefined;
  price: string;
  /** it may still rise */
  from?: boolean;
  /** why the last press was in vain, "" without a reason */
  problem?: string;
  /** what is pressed */
  children: ReactNode;
}

/** What phones have at the lower edge all the way: what is bought, when it is sent, its price, what went wrong and the button. */
export function BuyBar({ product, option = "", price, from = false, problem = "", children }: Props) {
  const { t } = useTexts();
  const preorder = usePreorder(product);
  return (
    <BottomBar className="rule-t -mx-[clamp(1rem,3.2vw,3rem)] flex flex-col gap-1 px-[clamp(1rem,3.2vw,3rem)] py-2 md:hidden">
      {preorder && <p className="text-sm font-[600]">{t("LANG_ITEM_PREORDER_FROM", { date: preorder })}</p>}
      <BuyProblem text={problem} className="text-sm" />
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 leading-tight">
          <span className="flex gap-1 text-sm">
            <span className="truncate">{product.name}</span>
            {option && <span className="shrink-0 font-[650]">· {option}</span>}
          </span>
          <Price value={price} from={from} className="text-lg" />
        </p>
        <div className="flex max-w-[60%] flex-none">{children}</div>
      </div>
    </BottomBar>
  );
}
