import { useState } from "react";
import { isSeated, lowestOf, mostOf, optionsOf, type Item, type Taken } from "@/features/bundles/choice/choice";
import { eveningOf, nameOf, optionName } from "@/features/bundles/item-view";
import { useSeatsOf } from "@/features/bundles/use-seats-of";
import type { ChoiceActions } from "@/features/bundles/use-bundle";
import { PersonalText, VariantChoice } from "@/features/products";
import { pickSeat } from "@/features/seat-map";
import { errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { Stepper } from "@/ui/stepper";

/** More options are a dropdown. */
const MANY = 8;

interface Props {
  item: Item;
  taken: Taken | null;
  actions: ChoiceActions;
  /** what is missing of it */
  hint: "OPTION" | "SEAT" | "TEXT" | null;
  /** it may be left empty elsewhere, so nothing is to be undone here */
  optional?: boolean;
}

/** Option, seat, text and amount of one item. */
export function ItemChoice({ item, taken, actions, hint, optional = false }: Props) {
  const { t } = useTexts();
  if (item.disable) return null;
  const seated = isSeated(item);
  const options = optionsOf(item);
  const choosing = !seated && options.length > 1;
  return (
    <div data-lacking={hint !== null || undefined} className="flex flex-col items-start gap-2">
      {seated && <SeatChoice item={item} taken={taken} actions={actions} hint={hint === "SEAT"} />}
      {choosing && (
        <VariantChoice
          options={options.map((option) => ({ ...option, description: optionName(option) }))}
          price={lowestOf(item)}
          dropdown={options.length > MANY}
          chosen={taken?.option || null}
          hint={hint === "OPTION" ? t("LANG_ITEM_ERROR_NOOPTION") : null}
          onChoose={(option) => actions.chooseOption(item, option)}
        />
      )}
      {!optional && taken?.option && (choosing || (seated && taken.seat)) && (
        <button
          type="button"
          className="min-h-11 text-sm underline hover:no-underline"
          onClick={() => actions.chooseOption(item, null)}
        >
          {t("LANG_BUNDLE_UNDO")}
          <span className="sr-only"> {nameOf(item)}</span>
        </button>
      )}
      {item.product?.meta.personalised && taken && (
        <PersonalText
          value={taken.text ?? ""}
          hint={hint === "TEXT" ? t("LANG_ITEM_ERROR_NOTEXT") : null}
          onChange={(value) => actions.setText(item, value)}
        />
      )}
      {item.limit > 1 && taken && !seated && (
        <Stepper
          small
          label={t("LANG_CART_AMOUNT_OF", { name: nameOf(item) })}
          lessLabel={t("LANG_AMOUNT_LESS")}
          moreLabel={t("LANG_AMOUNT_MORE")}
          value={taken.amount}
          min={1}
          max={mostOf(item)}
          onChange={(amount) => actions.setAmount(item, amount)}
        />
      )}
    </div>
  );
}

function SeatChoice({ item, taken, actions, hint }: Omit<Props, "hint" | "optional"> & { hint: boolean }) {
  const { t, locale } = useTexts();
  const seatsOf = useSeatsOf();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const seats = await seatsOf(item);
      const title = t("LANG_BUNDLE_SEAT_TITLE", { name: nameOf(item) });
      const seat = seats && (await pickSeat({ title, text: eveningOf(item, locale), ...seats }));
      if (!seats) actions.fail({ key: "LANG_SEATSNOTAVAILABLE", values: {} });
      if (seat) actions.chooseSeat(item, seat.ticket, { id: seat.id, name: seat.name });
    } catch (error) {
      actions.fail(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {taken?.seat && <p className="text-sm font-[600]">{taken.seat.name}</p>}
      <Button look="plain" type="button" aria-haspopup="dialog" aria-busy={busy} onClick={() => void ask()}>
        {taken?.seat ? t("LANG_BUNDLE_SEAT_CHANGE") : t("LANG_BUNDLE_SEAT_CHOOSE")}
      </Button>
      <p aria-live="polite" className="text-sm font-[600] text-danger empty:hidden">
        {hint ? t("LANG_BUNDLE_ERROR_SEAT") : ""}
      </p>
    </>
  );
}
