import { categoryAt, firstWay } from "@/features/seat-map/choice/offer";
import {
  has,
  nameAt,
  idAt,
  obstacleAt,
  type Choice,
  type Hall,
  type SeatName,
} from "@/features/seat-map/choice/selection";
import { labelIn } from "@/features/seat-map/plan/plan";
import { useTexts } from "@/lib/texts/i18n";
import { formatMoney } from "@/lib/money";
import { useShop } from "@/lib/shop-data";

export interface SeatText {
  /** "Block 204, Reihe 7, Platz 12" */
  title: string;
  category: string;
  price: string;
  /** "" for a free one */
  state: string;
}

/** What is said of seats, in the map's tooltip, in the list and to who listens. */
export function useSeatTexts() {
  const { t, locale } = useTexts();
  const trim = useShop().meta.trimZeroDecimals;
  const nameOf = ({ section, row, number }: SeatName) =>
    t("LANG_SEATMAP_SEAT", { section: labelIn(section, locale), row, number });
  /** "A, Reihe 1, Platz 2 und 3": seats of a row are named together. */
  const namesOf = (names: readonly SeatName[]): string => {
    const rows = new Map<string, SeatName[]>();
    for (const name of names) {
      const row = `${labelIn(name.section, locale)}\n${name.row}`;
      rows.set(row, [...(rows.get(row) ?? []), name]);
    }
    const list = new Intl.ListFormat(locale, { type: "conjunction" });
    return [...rows.values()]
      .map((seats) =>
        nameOf({
          section: seats[0]?.section ?? "",
          row: seats[0]?.row ?? "",
          number: list.format(seats.map((one) => one.number)),
        }),
      )
      .join("; ");
  };
  const describe = (hall: Hall, choice: Choice, place: number): SeatText => {
    const category = categoryAt(hall.offer, hall.plan, place);
    const obstacle = obstacleAt(hall, place);
    const chosen = has(choice, idAt(hall.plan, place));
    return {
      title: nameOf(nameAt(hall.plan, place)),
      category: category?.heading ?? "",
      price: hall.offer.priced ? formatMoney((firstWay(category) ?? category?.choices[0]?.shown)?.price, trim) : "",
      state: chosen
        ? t("LANG_SEATS_CHOSEN")
        : obstacle
          ? t(obstacle === "IN_CART" ? "LANG_SEATS_INCART" : "LANG_SEATMAP_TAKEN")
          : "",
    };
  };
  return { t, locale, nameOf, namesOf, describe, money: (amount: string | undefined) => formatMoney(amount, trim) };
}
