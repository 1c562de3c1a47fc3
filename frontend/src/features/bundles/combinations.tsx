import { useId } from "react";
import type { Bundle, Choice } from "@/features/bundles/choice/choice";
import { Facts } from "@/features/bundles/item-view";
import { useTexts } from "@/lib/texts/i18n";
import { toCents } from "@/lib/money";
import { useMoney } from "@/lib/use-money";
import { RadioCard } from "@/ui/radio-card";

interface Props {
  bundle: Bundle;
  choice: Choice;
  hint: boolean;
  onChoose: (id: string | null) => void;
}

/** Exactly one of several: those of a tour stand together below its name. */
export function Combinations({ bundle, choice, hint, onChoose }: Props) {
  const { t } = useTexts();
  const money = useMoney();
  const id = useId();
  const tours = [...new Set(bundle.combinations.map((one) => one.tourName))];
  return (
    <fieldset data-lacking={hint || undefined} aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-2 text-sm font-[600]">{t("LANG_BUNDLE_COMBINATION")}</legend>
      {tours.map((tour) => (
        <div key={tour} className="mb-2">
          {tour && <p className="mb-1 text-sm text-ink-soft">{tour}</p>}
          <div className="flex flex-col gap-2">
            {bundle.combinations
              .filter((one) => one.tourName === tour)
              .map((one) => (
                <RadioCard
                  key={one.id}
                  name={id}
                  checked={choice.combination === one.id}
                  disabled={!one.available}
                  onChoose={() => onChoose(one.id)}
                  className="justify-between gap-3 py-2"
                >
                  <span className="min-w-0">
                    <span className="block font-[650]">{one.optionName}</span>
                    {one.products.map((item) => (
                      <span key={item.id} className="block text-sm">
                        <Facts item={item} />
                      </span>
                    ))}
                  </span>
                  <span className="figures shrink-0 text-sm">
                    {one.available
                      ? toCents(one.additionalPrice) > 0 && `+ ${money(one.additionalPrice)}`
                      : one.soldOutMessage || t("LANG_ITEM_SOLDOUT")}
                  </span>
                </RadioCard>
              ))}
          </div>
        </div>
      ))}
      {choice.combination !== null && bundle.combinations.length > 1 && (
        <button type="button" className="min-h-11 text-sm underline hover:no-underline" onClick={() => onChoose(null)}>
          {t("LANG_BUNDLE_UNDO")}
        </button>
      )}
      <p id={`${id}-hint`} aria-live="polite" className="text-sm font-[600] text-danger empty:hidden">
        {hint ? t("LANG_BUNDLE_ERROR_COMBINATION") : ""}
      </p>
    </fieldset>
  );
}
