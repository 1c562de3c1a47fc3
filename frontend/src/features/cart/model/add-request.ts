import type { Cart, SeatShift } from "@/features/cart/model/cart";

export interface AddRequest {
  productVariantId: string;
  amount: number;
  personalIdentifier?: string;
  /** The seats, one a piece. Without them tickets with seats get the best that are free, as the rest says. */
  seatIds?: readonly string[];
  sectionId?: string;
  adjacent?: boolean;
  accessible?: boolean;
  /** a culture pass's code, for tickets; it stands in the cart then */
  paymentCode?: string;
  /** The variant is of this bundle's root; `parts` are what was chosen with it. */
  bundleId?: string;
  parts?: readonly BundlePart[];
}

interface BundlePart extends Omit<AddRequest, "bundleId" | "parts" | "paymentCode"> {
  /** which part of the bundle */
  partId: string;
}

/** What ADDTOCART did. `shifts`: seats that the server moved by one, so that no single seat is left over. */
export interface Added {
  cart: Cart | null;
  shifts: readonly SeatShift[];
}
