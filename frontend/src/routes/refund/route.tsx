import { Navigate, useSearchParams } from "react-router";
import { RefundPage } from "@/features/after-sale/refund";
import { paths } from "@/lib/paths";

/** A guest asks for the money of an event's tickets back (purchase §2 "After-sale forms"). */
export default function RefundRoute() {
  const [search] = useSearchParams();
  const product = search.get("product_id") ?? "";
  const order = search.get("order_id") ?? "";
  if (!product || !order) return <Navigate replace to={paths.home()} />;
  return <RefundPage key={`${product} ${order}`} product={product} order={order} email={search.get("email") ?? ""} />;
}
