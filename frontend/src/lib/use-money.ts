import { formatMoney } from "@/lib/money";
import { useShop } from "@/lib/shop-data";

/** Prices in running text, written as the shop writes them. */
export function useMoney(): (amount: string) => string {
  const trim = useShop().meta.trimZeroDecimals;
  return (amount) => formatMoney(amount, trim);
}
