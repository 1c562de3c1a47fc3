import type { CartLine } from "@/features/cart/model/cart";
import { seatText } from "@/features/cart/model/seat-text";
import { divide } from "@/lib/money";
import type { Translate } from "@/lib/texts/i18n";

/** What a line says about itself, in the cart as in the order (its essential characteristics, § 312j BGB). */
export interface LineFacts {
  id: string;
  imageUrl: string;
  artist: string;
  name: string;
  /** "Block A, Reihe 7, Platz 12", "" for what has none */
  seat: string;
  /** variant, colour, date and place, personalisation */
  facts: readonly string[];
  /** when it ships; "" for what is not sent */
  delivery: string;
  /** why it cannot be bought as it is; "" = it can */
  trouble: string;
  amount: number;
  price: string;
  total: string;
  part: boolean;
}

/** What the drawer says in fewer words than the checkout, or not at all. */
interface Words {
  colour?: string;
  date: string | null;
  personal: string;
  shipping?: string;
  delivery?: string;
  trouble: Record<NonNullable<CartLine["problem"]>, string>;
}

export function lineFacts(line: CartLine, t: Translate, words: Words): LineFacts {
  const { colour, date, personal, shipping, delivery = "", trouble } = words;
  const facts = [
    line.pricingCategoryName,
    line.productVariantDescription,
    colour,
    date,
    line.venueName,
    personal,
    shipping,
  ];
  return {
    id: line.id,
    imageUrl: line.imageUrl,
    artist: line.artistName,
    name: line.productName,
    seat: line.seat ? seatText(line.seat, t) : "",
    facts: facts.flatMap((fact) => fact || []),
    delivery,
    trouble: line.problem ? trouble[line.problem] : "",
    amount: line.amount,
    // A bundle costs what it and its parts cost.
    price: line.type === "bundle" ? divide(line.totalSum, line.amount) : line.price,
    total: line.totalSum,
    part: line.parentId !== null,
  };
}
