import { useId, type Ref } from "react";
import { surcharge, type Option } from "@/features/products/choice";
import { useTexts } from "@/lib/texts/i18n";
import { formatMoney } from "@/lib/money";
import { useShop } from "@/lib/shop-data";
import { RadioCard } from "@/ui/radio-card";

type Shown = Pick<Option, "id" | "description" | "descriptionSubline" | "price" | "available" | "message">;

interface Props {
  ref?: Ref<HTMLFieldSetElement>;
  options: readonly Shown[];
  /** the product's, from which options may differ */
  price: string;
  dropdown: boolean;
  chosen: string | null;
  hint: string | null;
  onChoose: (id: string) => void;
}

/** "M", "3XL", "38/40" */
const SIZE = /^(\d?X{0,4}[SL]|M|\d{2}(\/\d{2})?)$/;

/** A radio list, or a dropdown when the product says so; what is sold out stays visible. */
export function VariantChoice({ ref, options, price, dropdown, chosen, hint, onChoose }: Props) {
  const { t } = useTexts();
  const id = useId();
  const trim = useShop().meta.trimZeroDecimals;
  const more = (option: Shown) => {
    const amount = surcharge(option, price);
    return amount ? `+ ${formatMoney(amount, trim)}` : "";
  };
  const notes = options.filter((o) => o.message && o.id === chosen).map((o) => o.message);
  const label = t(options.every((one) => SIZE.test(one.description)) ? "LANG_ITEM_SIZE" : "LANG_ITEM_OPTION");
  return (
    <fieldset ref={ref} aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-2 text-sm font-[600]">{label}</legend>
      {dropdown ? (
        <select
          id={id}
          aria-label={label}
          aria-invalid={hint !== null}
          className="h-12 w-full rounded-control rule bg-raised px-3"
          value={chosen ?? ""}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="" disabled>
            {t("LANG_ITEM_OPTION_CHOOSE")}
          </option>
          {options.map((option) => (
            <option key={option.id} value={option.id} disabled={!option.available}>
              {[option.description, option.descriptionSubline, more(option)].filter(Boolean).join(" · ")}
              {option.available ? "" : ` – ${t("LANG_NOTAVAILABLE")}`}
            </option>
          ))}
        </select>
      ) : (
        <div className="flex flex-wrap gap-2">
          {options.map((option) => (
            <RadioCard
              key={option.id}
              name={id}
              value={option.id}
              checked={option.id === chosen}
              disabled={!option.available}
              onChoose={() => onChoose(option.id)}
              className="min-w-12 flex-col justify-center text-center leading-tight"
            >
              <span className={`font-[650] ${option.available ? "" : "line-through"}`}>{option.description}</span>
              {option.descriptionSubline && <span className="text-xs">{option.descriptionSubline}</span>}
              {option.available ? (
                more(option) && <span className="figures text-xs">{more(option)}</span>
              ) : (
                <span className="text-xs">{t("LANG_NOTAVAILABLE")}</span>
              )}
            </RadioCard>
          ))}
        </div>
      )}
      <p id={`${id}-hint`} aria-live="polite" className="mt-2 min-h-5 text-sm">
        {hint ? <span className="font-[600] text-danger">{hint}</span> : notes[0]}
      </p>
    </fieldset>
  );
}
